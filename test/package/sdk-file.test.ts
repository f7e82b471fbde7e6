import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { parse } from 'acorn'
import { describe, expect, it } from 'vitest'
import { sdkFilePath } from '../../src/sdk/sdk-file.js'

/** What every WebView of 2019 reads. */
const READ_IN_2019 = { ecmaVersion: 2018, sourceType: 'script' } as const

describe('the SDK file', () => {
  it('has no syntax that a WebView of 2019 cannot read', async () => {
    const script = await readFile(sdkFilePath(), 'utf8')
    expect(() => parse(script, READ_IN_2019)).not.toThrow()
    for (const newer of ['a?.b', 'a ?? b', 'try {} catch {}', 'class A { #b }', 'a ||= b'])
      expect(() => parse(newer, READ_IN_2019)).toThrow(SyntaxError)
  })

  it('has at most 6 KB gzipped', async () => {
    expect(gzipSync(await readFile(sdkFilePath())).length).toBeLessThanOrEqual(6 * 1_024)
  })
})
