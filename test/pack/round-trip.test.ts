import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../src/bundle/folder.js'
import { openZip } from '../../src/bundle/zip-reader.js'
import { check } from '../../src/check/run.js'
import { pack } from '../../src/pack/pack.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { runs } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const part = fc.stringMatching(/^[a-z0-9_-][a-z0-9._-]{0,8}$/)
const path = fc
  .tuple(
    fc.array(part, { maxLength: 3 }),
    fc.stringMatching(/^[a-z0-9_-]{1,8}$/),
    fc.constantFrom('txt', 'bin', 'data', 'csv'),
  )
  .map(([folders, name, extension]) =>
    [...folders.map((folder) => `d${folder}`), `${name}.${extension}`].join('/'),
  )
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
)

describe('any folder that check accepts', () => {
  it('packs to a zip that check accepts and that unzips to the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(path, content, { maxKeys: 6 }), async (extra) => {
        const folder = await temporaryFolder()
        const files = { ...sampleFiles(), ...extra }
        for (const [name, bytes] of Object.entries(files)) {
          await mkdir(dirname(join(folder, name)), { recursive: true })
          await writeFile(join(folder, name), bytes)
        }
        const bundle = await openFolder(folder)
        fc.pre((await check(bundle)).ok)
        const cwd = await temporaryFolder()
        const { zip } = await pack(bundle, { cwd })
        const zipped = await openZip(join(cwd, zip?.path ?? ''))
        expect(await check(zipped)).toMatchObject({ ok: true, totals: { files: Object.keys(files).length } })
        for (const name of Object.keys(files))
          expect(Buffer.from(await zipped.read(name))).toEqual(await readFile(join(folder, name)))
        await zipped.close()
      }),
      { numRuns: runs(15) },
    )
  })
})
