import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/bundle/bundle.js'
import { MAX_PARSED_CHARACTERS } from '../../src/check/facts/script/part.js'
import { check } from '../../src/check/run.js'
import { MAX_FILE_BYTES, MAX_FILES, MAX_UNPACKED_BYTES, MAX_ZIP_BYTES } from '../../src/platform/limits.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'

/** Rules whose breaches are too large, or too odd for some file systems, to be fixtures. */

const sample = (extra: Readonly<Record<string, string>> = {}, kind: 'folder' | 'zip' = 'folder'): Bundle =>
  memoryBundle({ ...sampleFiles(), ...extra }, { kind })

/** The sample with a file of a claimed size, whose bytes are never asked for. */
const claiming = (
  bytes: number,
  compressedBytes: number | null = null,
  kind: 'folder' | 'zip' = 'folder',
): Bundle => {
  const bundle = sample({ 'z.bin': '' }, kind)
  return {
    ...bundle,
    files: bundle.files.map((file) => (file.path === 'z.bin' ? { ...file, bytes, compressedBytes } : file)),
  }
}

const found = async (bundle: Bundle): Promise<readonly (string | null)[][]> =>
  (await check(bundle)).problems.map(({ rule, file, message }) => [rule, file, message])

const sampleBytes = sample().files.reduce((sum, { bytes }) => sum + bytes, 0)

describe('8.1: the limits of a bundle', () => {
  it('takes 1,000 files and no more', async () => {
    const names = Array.from({ length: MAX_FILES - 3 }, (_, index) => [`d/${index}.txt`, ''])
    expect(await found(sample(Object.fromEntries(names)))).toEqual([])
    expect(await found(sample({ ...Object.fromEntries(names), 'one-more.txt': '' }))).toEqual([
      ['bundle/too-many-files', null, 'The bundle has 1,001 files; at most 1,000 are allowed.'],
    ])
  })

  it('takes a file of 20 MB and no larger, without reading it', async () => {
    expect(await found(claiming(MAX_FILE_BYTES + 1))).toEqual([
      ['bundle/zip-size-unknown', null, expect.any(String)],
      ['bundle/file-too-large', 'z.bin', 'The file is 20,971,521 bytes; at most 20 MB is allowed.'],
    ])
  })

  it('takes 60 MB unpacked and no more', async () => {
    const bundle = (total: number): Bundle => {
      const base = claiming(MAX_FILE_BYTES)
      const rest = total - sampleBytes - 2 * MAX_FILE_BYTES
      const files = [
        ...base.files,
        { path: 'y.bin', bytes: MAX_FILE_BYTES, compressedBytes: null },
        { path: 'x.bin', bytes: rest, compressedBytes: null },
      ]
      return {
        ...base,
        files,
        read: async (path) => (/^[xyz]\.bin$/.test(path) ? new Uint8Array() : base.read(path)),
      }
    }
    const info = ['bundle/zip-size-unknown', null, expect.any(String)]
    expect(await found(bundle(MAX_UNPACKED_BYTES))).toEqual([info])
    expect(await found(bundle(MAX_UNPACKED_BYTES + 1))).toEqual([
      ['bundle/too-large', null, 'The files total 62,914,561 bytes; at most 60 MB is allowed.'],
      info,
    ])
  })

  it('takes a zip of 20 MB and no larger', async () => {
    expect(await found({ ...sample({}, 'zip'), zipBytes: MAX_ZIP_BYTES })).toEqual([])
    expect(await found({ ...sample({}, 'zip'), zipBytes: MAX_ZIP_BYTES + 1 })).toEqual([
      ['bundle/zip-too-large', null, 'The zip is 20,971,521 bytes; at most 20 MB is allowed.'],
    ])
  })

  it('refuses more than 100 to 1 over 1 MB, not at 100 to 1, and not at 1 MB', async () => {
    expect(await found(claiming(1_048_576, 10, 'zip'))).toEqual([])
    expect(await found(claiming(2_000_000, 20_000, 'zip'))).toEqual([])
    expect(await found(claiming(2_000_001, 20_000, 'zip'))).toEqual([
      [
        'bundle/compression-ratio',
        'z.bin',
        'The file is compressed 101 to 1 (1.9 MB unpacked); above 1 MB, at most 100 to 1 is allowed.',
      ],
    ])
  })
})

describe('2.10: what fails only at run time', () => {
  it('is reported for scripts that are parsed; a longer one is reported as not parsed', async () => {
    const start = 'localStorage.clear();'
    const long = (characters: number): Bundle =>
      sample({ 'game.js': start + ' '.repeat(characters - start.length) })
    const parsed = await check(long(MAX_PARSED_CHARACTERS))
    expect(parsed.problems.map(({ rule }) => rule)).toEqual(['script/browser-storage'])
    expect((await check(long(MAX_PARSED_CHARACTERS + 1))).problems).toEqual([
      {
        rule: 'script/too-long-to-parse',
        level: 'info',
        impact: null,
        file: 'game.js',
        line: null,
        column: null,
        pointer: null,
        message: 'The script has 8,388,609 characters; above 8,388,608, run-time problems are not reported.',
        fix: 'Split the script, or move data out of it.',
        spec: '2.10',
      },
    ])
  })

  it('is reported with its place for a page’s script that is too long, and not for data', async () => {
    const page = (type: string): Bundle =>
      sample({
        'long.html': `<!doctype html>\n<script${type}>${' '.repeat(MAX_PARSED_CHARACTERS)};</script>`,
      })
    expect((await check(page(''))).problems).toMatchObject([
      { rule: 'script/too-long-to-parse', file: 'long.html', line: 2, column: 9 },
    ])
    expect(await found(page(' type="application/json"'))).toEqual([])
  })
})

describe('2.9: paths', () => {
  it('refuses paths that differ only in letter case', async () => {
    expect(await found(sample({ 'a/Hero.txt': '', 'a/hero.txt': '' }))).toEqual([
      ['bundle/case-twin', 'a/hero.txt', 'a/hero.txt and a/Hero.txt differ only in letter case.'],
    ])
  })

  it('says of a zip with a folder around everything just that', async () => {
    const files = Object.fromEntries(
      Object.entries(sampleFiles()).map(([path, bytes]) => [`hello/${path}`, bytes]),
    )
    const wrapped = memoryBundle({ ...files, 'hello/run.exe': 'MZ' }, { kind: 'zip' })
    expect((await check(wrapped)).problems).toEqual([
      {
        rule: 'manifest/missing',
        level: 'error',
        impact: null,
        file: 'hello/manifest.json',
        line: null,
        column: null,
        pointer: null,
        message:
          'All files of the zip are in the folder hello/; manifest.json must be at the root of the zip.',
        fix: "Zip the folder's contents, not the folder.",
        spec: '2.9',
      },
    ])
  })
})

describe('9: --after', () => {
  it.each([
    ['0.9.9', []],
    ['1.0.0', ['manifest/not-higher']],
    ['1.0.1', ['manifest/not-higher']],
    ['0.10.0', []],
  ])('1.0.0 after %s', async (after, rules) => {
    const { problems } = await check(sample(), { after })
    expect(problems.map(({ rule }) => rule)).toEqual(rules)
  })
})

describe('what a check answers', () => {
  it('is ok with warnings and flags unless strict, and says what becomes of the version', async () => {
    const warned = sample({ 'notes.TXT': '' })
    expect(await check(warned)).toMatchObject({ ok: true, review: 'automatic' })
    expect(await check(warned, { strict: true })).toMatchObject({ ok: false, review: 'automatic' })
    const flagged = sample({ 'game.js': '// RTCPeerConnection\n' })
    expect(await check(flagged)).toMatchObject({ ok: true, review: 'admin' })
    expect(await check(flagged, { strict: true })).toMatchObject({ ok: false, review: 'admin' })
    const refused = sample({ 'game.js': '// RTCPeerConnection\n', 'run.exe': '' })
    expect(await check(refused)).toMatchObject({ ok: false, review: 'refused' })
  })

  it('is ok with an info, strict or not', async () => {
    const manifest = sampleManifest({
      access: { type: 'one_time', price: '5', statement: 'All forty levels, for good.' },
    })
    const bundle = memoryBundle({ ...sampleFiles(), 'manifest.json': manifest })
    expect(await check(bundle, { strict: true })).toMatchObject({
      ok: true,
      problems: [{ level: 'info', rule: 'manifest/sales-need-an-adult' }],
    })
  })

  it('never repeats megabytes of a manifest or a link', async () => {
    const long = 'n'.repeat(4 * 1_048_576)
    const bundle = memoryBundle({
      ...sampleFiles(),
      'manifest.json': sampleManifest({ name: long, summary: long, tags: [long] }),
      'style.css': `a{b:url(//${long})}`,
    })
    const result = await check(bundle)
    expect(result.problems.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['manifest/text-length', 'css/remote-url']),
    )
    expect(result.app?.name).toBe(`${'n'.repeat(999)}…`)
    expect(JSON.stringify(result).length).toBeLessThan(10_000)
  })

  it.each(['n', './', 'a.b/', '%41'])(
    'takes a URL that is as long as a file: %s, again and again',
    async (part) => {
      const url = part.repeat(18_000_000 / part.length)
      for (const style of [`@import "${url}";`, `a{b:url(${url})}`]) {
        const { problems } = await check(sample({ 'style.css': style }))
        expect(problems.filter(({ file }) => file === 'style.css').length).toBeLessThanOrEqual(1)
        expect(JSON.stringify(problems).length).toBeLessThan(10_000)
      }
    },
  )

  it('names a hundred findings of a kind in a file, and counts the rest', async () => {
    const { problems } = await check(sample({ 'style.css': 'a{b:url(//a.test)}'.repeat(150) }))
    expect(problems).toHaveLength(101)
    expect(problems[0]).toMatchObject({
      file: 'style.css',
      line: null,
      message: '50 more problems like these were found.',
    })
  })
})
