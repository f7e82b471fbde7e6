import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as streamText } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { check, openFolder, openZip, pack } from '../../src/index.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { ofRuns, runs } from '../support/vitest/runs.js'

const part = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9_-]{0,10}$/)
const extension = fc.constantFrom('txt', 'bin', 'data', 'json', 'csv', 'TXT')
const path = fc
  .tuple(fc.array(part, { maxLength: 4 }), part, extension)
  .map(([folders, name, ending]) => [...folders, `${name}.${ending}`].join('/'))
// UTF-8 text, some of it long and repetitive, so that it deflates well.
const content = fc
  .tuple(fc.string(), fc.integer({ min: 1, max: 2_000 }))
  .map(([words, times]) => words.repeat(times).slice(0, 60_000))
const files = fc.dictionary(path, content, { maxKeys: 12, noNullPrototype: true })

/** Writes a folder, hands it on, and removes it. */
const inFolder = async <T>(
  extra: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'miniapp-property-'))
  try {
    for (const [name, bytes] of [...Object.entries(extra), ...Object.entries(sampleFiles())]) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), bytes)
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What another reader finds in a zip. */
const unzip = (zip: Buffer): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (failure, archive) => {
      if (failure !== null) {
        reject(failure)
        return
      }
      const found = new Map<string, string>()
      archive.on('error', reject)
      archive.on('end', () => resolve(found))
      archive.on('entry', (entry: { fileName: string }) => {
        archive.openReadStream(entry as Parameters<typeof archive.openReadStream>[0], (problem, stream) => {
          if (problem !== null) {
            reject(problem)
            return
          }
          streamText(stream).then((text) => {
            found.set(entry.fileName, text)
            archive.readEntry()
          }, reject)
        })
      })
      archive.readEntry()
    })
  })

/** Whether a path needs a folder where another path is a file, or differs from another in letter case alone. */
const clashes = (paths: readonly string[]): boolean => {
  const all = [...paths, ...Object.keys(sampleFiles())].map((one) => one.toLowerCase())
  return new Set(all).size < all.length || all.some((one) => all.some((other) => other.startsWith(`${one}/`)))
}

describe('packing any folder', () => {
  it('a folder that check accepts packs to a zip that check accepts and that unzips to the same bytes', async () => {
    let packed = 0
    await fc.assert(
      fc.asyncProperty(files, async (extra) => {
        fc.pre(!clashes(Object.keys(extra)))
        await inFolder(extra, async (folder) => {
          const bundle = await openFolder(folder)
          const { ok } = await check(bundle)
          const first = await pack(bundle, { cwd: folder, out: 'a.zip' })
          const second = await pack(bundle, { cwd: folder, out: 'b.zip' })
          await bundle.close()
          expect(first.zip !== null).toBe(ok)
          if (first.zip === null || second.zip === null) return
          packed += 1
          const zip = await readFile(join(folder, 'a.zip'))
          expect(zip.equals(await readFile(join(folder, 'b.zip')))).toBe(true)
          const reopened = await openZip(join(folder, 'a.zip'))
          expect((await check(reopened)).problems.filter(({ level }) => level === 'error')).toEqual([])
          await reopened.close()
          const inside = await unzip(zip)
          expect([...inside.keys()].sort()).toEqual(bundle.files.map((file) => file.path).sort())
          for (const [name, words] of Object.entries(extra)) expect(inside.get(name)).toBe(words)
        })
      }),
      { numRuns: runs(25) },
    )
    // The property must not hold for want of anything that was packed.
    expect(packed).toBeGreaterThan(ofRuns(5, 25))
  })
})

/** A small good zip, to be spoilt. */
const goodZip = (): Promise<Buffer> =>
  inFolder({ 'notes/a.txt': 'words '.repeat(200) }, async (folder) => {
    const bundle = await openFolder(folder)
    await pack(bundle, { cwd: folder, out: 'a.zip' })
    await bundle.close()
    return readFile(join(folder, 'a.zip'))
  })

/** What becomes of bytes as a zip: its problems' count, or the failure that names what is wrong. */
const judge = async (bytes: Uint8Array): Promise<void> =>
  inFolder({}, async (folder) => {
    const file = join(folder, 'x.zip')
    await writeFile(file, bytes)
    const bundle = await openZip(file)
    try {
      await check(bundle)
    } finally {
      await bundle.close()
    }
  })

describe('reading zips of any bytes', () => {
  it('random bytes are judged, not thrown at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), (bytes) => judge(bytes)),
      { numRuns: runs(60) },
    )
  })

  it('a good zip with bytes changed, cut, doubled or inserted is judged, not thrown at', async () => {
    const good = await goodZip()
    const spoil = fc.oneof(
      fc.record({ act: fc.constant('set' as const), at: fc.nat(good.length - 1), value: fc.nat(255) }),
      fc.record({ act: fc.constant('cut' as const), at: fc.nat(good.length - 1), length: fc.nat(60) }),
      fc.record({
        act: fc.constant('insert' as const),
        at: fc.nat(good.length - 1),
        bytes: fc.uint8Array({ maxLength: 30 }),
      }),
      fc.record({ act: fc.constant('double' as const), at: fc.nat(good.length - 1), length: fc.nat(120) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(spoil, { minLength: 1, maxLength: 4 }), async (spoils) => {
        let bytes = Buffer.from(good)
        for (const one of spoils) {
          const at = Math.min(one.at, bytes.length)
          if (one.act === 'set' && at < bytes.length) bytes.writeUInt8(one.value, at)
          else if (one.act === 'cut')
            bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + one.length)])
          else if (one.act === 'insert')
            bytes = Buffer.concat([bytes.subarray(0, at), one.bytes, bytes.subarray(at)])
          else if (one.act === 'double')
            bytes = Buffer.concat([bytes.subarray(0, at + one.length), bytes.subarray(at)])
        }
        await judge(bytes)
      }),
      { numRuns: runs(150) },
    )
  })
})
