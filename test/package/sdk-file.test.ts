import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { parse } from 'acorn'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { sdkFilePath } from '../../src/sdk/sdk-file.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

/** The syntax that every WebView of 2019 can read. */
const READ_IN_2019 = { ecmaVersion: 2018, sourceType: 'script' } as const

describe('the SDK file', () => {
  it('has only syntax that a WebView of 2019 can read', async () => {
    const script = await readFile(sdkFilePath(), 'utf8')
    expect(() => parse(script, READ_IN_2019)).not.toThrow()
    for (const newer of ['a?.b', 'a ?? b', 'try {} catch {}', 'class A { #b }', 'a ||= b'])
      expect(() => parse(newer, READ_IN_2019)).toThrow(SyntaxError)
  })

  it('has at most 5 KB gzipped', async () => {
    expect(gzipSync(await readFile(sdkFilePath())).length).toBeLessThanOrEqual(5 * 1_024)
  })

  it('holds no facts of calls that only hosts and `check` use', async () => {
    const script = await readFile(sdkFilePath(), 'utf8')
    for (const fact of ['mayFailWith', 'offline', 'sheet', 'progress:', 'TIMEOUT"]'])
      expect(script).not.toContain(fact)
  })

  // `check` does not read a copy of the shipped file: no rule has anything to say about it.
  it('has no problems where it is read like any other script', async () => {
    const sdk = await readFile(sdkFilePath())
    for (const shippedSdk of [async () => null, async () => sdk]) {
      const bundle = memoryBundle({ ...sampleFiles(), 'service-miniapp.js': sdk })
      const { problems } = await check(bundle, { shippedSdk })
      expect(problems.filter(({ file }) => file === 'service-miniapp.js')).toEqual([])
    }
  })
})
