import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { piecesOf, shardOf } from '../../src/playtest/plan.js'
import { MANIFEST } from '../support/rigs/simulator-rig.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

describe('shards', () => {
  it('cover every piece exactly once and in order, and differ by one piece at most', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 40 }), (count, of) => {
        const items = Array.from({ length: count }, (_, index) => index)
        const shards = Array.from({ length: of }, (_, index) => shardOf(items, { index: index + 1, of }))
        expect(shards.flat()).toEqual(items)
        const sizes = shards.map(({ length }) => length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the pieces of a run', () => {
  it('are the scenarios of each app that fit it, in each browser, and one of an app that cannot be played', async () => {
    const cwd = await temporaryFolder()
    const app = async (name: string, manifest: object): Promise<void> => {
      await mkdir(join(cwd, name))
      await writeFile(join(cwd, name, 'manifest.json'), JSON.stringify(manifest))
    }
    await app('any', { ...MANIFEST, orientation: 'any' })
    // An app with other errors in its manifest is played, too.
    await app('tall', { ...MANIFEST, orientation: 'portrait', summary: 7 })
    await mkdir(join(cwd, 'empty'))
    const names = async (...named: Parameters<typeof piecesOf>[3][]): Promise<readonly string[]> =>
      (
        await piecesOf(['any', 'tall', 'empty', 'missing'], cwd, ['chromium', 'firefox'], named[0] ?? null)
      ).map(({ place, engine, name }) => `${place} ${engine} ${name}`)
    expect(await names()).toEqual([
      '0 chromium phone',
      '0 chromium narrow',
      '0 chromium landscape',
      '0 chromium desktop',
      '0 firefox phone',
      '0 firefox narrow',
      '0 firefox landscape',
      '0 firefox desktop',
      '1 chromium phone',
      '1 chromium narrow',
      '1 firefox phone',
      '1 firefox narrow',
      '2 chromium null',
      '3 chromium null',
    ])
    // Only Chromium can play some.
    expect(await names(['phone', 'hidden'])).toEqual([
      '0 chromium phone',
      '0 chromium hidden',
      '0 firefox phone',
      '1 chromium phone',
      '1 chromium hidden',
      '1 firefox phone',
      '2 chromium null',
      '3 chromium null',
    ])
  })

  it('are those of several people only where the app plays matches, or nothing else is asked for', async () => {
    const cwd = await temporaryFolder()
    for (const [name, script] of [
      ['alone', 'Service.ready()'],
      ['match', 'Service.multiplayer.host()'],
    ] as const) {
      await mkdir(join(cwd, name))
      await writeFile(join(cwd, name, 'manifest.json'), JSON.stringify(MANIFEST))
      await writeFile(join(cwd, name, 'app.js'), script)
    }
    const names = async (named: Parameters<typeof piecesOf>[3]): Promise<readonly string[]> =>
      (await piecesOf(['alone', 'match'], cwd, ['chromium'], named, 3)).map(
        ({ place, name }) => `${place} ${name}`,
      )
    expect(await names(['phone', 'together'])).toEqual(['0 phone', '1 phone', '1 together'])
    expect(await names(['together'])).toEqual(['0 together', '1 together'])
  })
})
