import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openZip, zipBundle } from '../../src/bundle/zip-reader.js'
import { check } from '../../src/check/run.js'
import { sampleFiles } from '../support/sample-bundle.js'
import {
  descriptor,
  type EntryBytes,
  extraField,
  UTF8,
  type ZipShape,
  zipBytes,
} from '../support/zip-bytes.js'

const SAMPLE: readonly EntryBytes[] = Object.entries(sampleFiles()).map(([name, content]) => ({
  name,
  content,
}))

const problemsOf = async (zip: Buffer): Promise<readonly (string | null)[][]> => {
  const bundle = await zipBundle('app.zip', zip, zip.length)
  try {
    return (await check(bundle)).problems.map(({ level, rule, file, message }) => [
      level,
      rule,
      file,
      message,
    ])
  } finally {
    await bundle.close()
  }
}

/** The problems of the sample with more entries, or of another shape. */
const found = (
  more: readonly EntryBytes[] = [],
  shape: ZipShape = {},
): Promise<readonly (string | null)[][]> => problemsOf(zipBytes([...SAMPLE, ...more], shape))

const refused = (rule: string, file: string | null, detail: string) => [
  'error',
  rule,
  file,
  `${file === null ? 'The zip' : 'The entry'} is refused: ${detail}.`,
]

describe('2.9: a zip that everybody reads alike', () => {
  it('is taken, with a comment, descriptors with and without a signature, folders and dropped files', async () => {
    const content = Buffer.from('{}')
    const packed = deflateRawSync(content)
    const described = (name: string, signed: boolean): EntryBytes => ({
      name,
      content,
      flags: UTF8 | 8,
      local: { crc32: 0, compressedBytes: 0, bytes: 0 },
      after: descriptor(crc32(content), packed.length, content.length, signed),
    })
    const more = [
      described('a.json', true),
      described('b.json', false),
      { name: 'c/', method: 0, attributes: (0o040755 << 16) >>> 0 },
      { name: 'c/d.txt', content: 'x', method: 0, attributes: 0 },
      { name: '__MACOSX/._icon.png', content: 'x' },
    ]
    expect(await found(more, { comment: Buffer.from('made by hand') })).toEqual([])
  })

  it('may hold zip bytes inside a file', async () => {
    expect(await found([{ name: 'inner.bin', content: zipBytes(SAMPLE), method: 0 }])).toEqual([])
  })
})

describe('2.9: a zip with a wrong structure', () => {
  const inner = zipBytes([{ name: 'evil.txt', content: 'x' }])
  it.each<[string, ZipShape, readonly (readonly (string | null)[])[]]>([
    [
      'bytes after the end',
      { trailing: Buffer.from('x') },
      [refused('zip/ambiguous-structure', null, 'there are bytes after its end')],
    ],
    [
      'a comment that is cut off',
      { end: { commentBytes: 9 } },
      [refused('zip/ambiguous-structure', null, 'there are bytes after its end')],
    ],
    [
      'several parts',
      { end: { disk: 1 } },
      [refused('zip/ambiguous-structure', null, 'it says that it is one of several parts')],
    ],
    [
      'fewer entries than the directory',
      { end: { entries: 2, entriesOnDisk: 2 } },
      [refused('zip/ambiguous-structure', null, 'its end record says 2 entries, and its directory has 3')],
    ],
    [
      'a gap',
      { beforeCentral: Buffer.alloc(9) },
      [['warning', 'zip/unaccounted-bytes', null, expect.stringContaining('9 bytes from')]],
    ],
    [
      'a gap that holds an entry',
      { beforeCentral: inner.subarray(0, 40) },
      [refused('zip/ambiguous-structure', null, 'there are records in it that its directory does not list')],
    ],
    [
      'bytes before the end record',
      { beforeEnd: Buffer.alloc(3) },
      [refused('zip/ambiguous-structure', null, 'there are bytes between its directory and its end record')],
    ],
  ])('%s', async (_, shape, expected) => {
    expect(await found([], shape)).toEqual(expected)
  })

  it('an end record in the comment', async () => {
    const problems = await found([], { comment: inner })
    expect(problems.filter(([level]) => level === 'error').length).toBeGreaterThan(0)
    expect(problems.map(([, rule]) => rule)).toContain('zip/ambiguous-structure')
  })

  it('two archives in one file, and bytes before the first entry', async () => {
    const rules = (await problemsOf(Buffer.concat([inner, zipBytes(SAMPLE)]))).map(([, rule]) => rule)
    expect(rules.some((rule) => rule?.startsWith('zip/'))).toBe(true)
    expect(
      await found([], {}).then(() =>
        problemsOf(
          zipBytes([{ ...(SAMPLE[0] ?? { name: 'x' }), before: Buffer.from('MZ') }, ...SAMPLE.slice(1)]),
        ),
      ),
    ).toEqual([refused('zip/ambiguous-structure', null, 'there are bytes before its first entry')])
  })

  it('no zip at all, an empty file, and one that was cut off anywhere', async () => {
    const whole = zipBytes(SAMPLE)
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), whole.subarray(0, whole.length - 1)])
      expect((await problemsOf(bytes)).map(([, rule]) => rule)).toEqual(['zip/not-a-zip'])
    for (const [bytes, says] of [
      [Buffer.alloc(0), 'it is empty'],
      [Buffer.from('hello'), 'it is no zip at all'],
      [whole.subarray(0, 40), 'it has no end record, so it was cut off, or is still being written'],
    ] as const)
      expect(await problemsOf(bytes)).toEqual([refused('zip/not-a-zip', null, says)])
    for (let length = 0; length < whole.length; length += 7) {
      const problems = await problemsOf(whole.subarray(0, length))
      expect(problems.some(([level, rule]) => level === 'error' && rule?.startsWith('zip/'))).toBe(true)
    }
  })

  it('Zip64 where nothing needs it, said once though its sizes stand elsewhere', async () => {
    const inLocal = extraField(1, Buffer.alloc(16))
    expect(
      await found([
        {
          name: 'a.txt',
          content: 'x',
          localExtra: inLocal,
          local: { bytes: 0xffffffff, compressedBytes: 0xffffffff },
        },
      ]),
    ).toEqual([
      refused('zip/ambiguous-structure', 'a.txt', 'it is in the Zip64 format, which nothing in it needs'),
    ])
    const locator = Buffer.concat([Buffer.from('PK\u0006\u0007', 'latin1'), Buffer.alloc(16)])
    const end = { disk: 0xffff, entries: 0xffff, centralOffset: 0xffffffff }
    expect(await problemsOf(zipBytes(SAMPLE, { beforeEnd: locator, end }))).toEqual([
      refused('zip/ambiguous-structure', null, 'it is in the Zip64 format, which nothing in it needs'),
    ])
  })
  it('Zip64 in the directory alone', async () => {
    expect(await found([{ name: 'a.txt', extra: extraField(1, Buffer.alloc(8)) }])).toEqual([
      refused('zip/ambiguous-structure', 'a.txt', 'it is in the Zip64 format, which nothing in it needs'),
    ])
  })
})

describe('2.9: a zip with a hostile entry', () => {
  const unix = (mode: number): number => (mode << 16) >>> 0
  it.each<[string, EntryBytes, readonly (string | null)[]]>([
    ['encrypted', { name: 'a.txt', flags: UTF8 | 1 }, refused('zip/encrypted', 'a.txt', 'it is encrypted')],
    [
      'a stored one, encrypted',
      { name: 'a.txt', method: 0, content: 'x', flags: UTF8 | 1, claims: { bytes: 5 } },
      refused('zip/encrypted', 'a.txt', 'it is encrypted'),
    ],
    [
      'a folder, as MS-DOS says it',
      { name: 'a.txt', attributes: 0x10 },
      refused('zip/special-entry', 'a.txt', 'its attributes say that it is a folder or the label of a disk'),
    ],
    [
      'a second Unicode path field with another name',
      {
        name: 'a.txt',
        extra: Buffer.concat(
          ['a.txt', 'b.txt'].map((name) => extraField(0x7075, Buffer.from(`\u0001\0\0\0\0${name}`))),
        ),
      },
      refused('zip/unsafe-name', 'a.txt', 'a Unicode path field gives it another name'),
    ],
    [
      'another method',
      { name: 'a.txt', method: 12 },
      refused('zip/unknown-method', 'a.txt', 'it is compressed by method 12'),
    ],
    [
      'patched data',
      { name: 'a.txt', flags: UTF8 | 32 },
      refused('zip/unknown-method', 'a.txt', 'it uses a feature that only some readers know'),
    ],
    [
      'a symbolic link',
      { name: 'a.txt', content: '/etc/passwd', attributes: unix(0o120777) },
      refused('zip/special-entry', 'a.txt', 'its attributes say that it is a symbolic link'),
    ],
    [
      'a pipe',
      { name: 'a.txt', attributes: unix(0o010644) },
      refused('zip/special-entry', 'a.txt', 'its attributes say that it is a pipe'),
    ],
    [
      'a device',
      { name: 'a.txt', attributes: unix(0o060644) },
      refused('zip/special-entry', 'a.txt', 'its attributes say that it is a device'),
    ],
    [
      'a folder with contents',
      { name: 'a/', content: 'x', attributes: 0 },
      refused('zip/special-entry', 'a/', 'it is a folder and has contents'),
    ],
    [
      'another name in the local header',
      { name: 'a.txt', local: { name: 'b.txt' } },
      refused('zip/contradicting-header', 'a.txt', 'its local header and the directory give it two names'),
    ],
    [
      'another method in the local header',
      { name: 'a.txt', local: { method: 0 } },
      refused('zip/contradicting-header', 'a.txt', 'its local header and the directory give it two methods'),
    ],
    [
      'another size in the local header',
      { name: 'a.txt', local: { bytes: 9 } },
      refused('zip/contradicting-header', 'a.txt', 'its local header and the directory give it two sizes'),
    ],
    [
      'another checksum in the local header',
      { name: 'a.txt', local: { crc32: 9 } },
      refused(
        'zip/contradicting-header',
        'a.txt',
        'its local header and the directory give it two checksums',
      ),
    ],
    [
      'other flags in the local header',
      { name: 'a.txt', local: { flags: 0 } },
      refused(
        'zip/contradicting-header',
        'a.txt',
        'its local header and the directory give it different flags',
      ),
    ],
    [
      'a descriptor that contradicts',
      { name: 'a.txt', content: 'x', flags: UTF8 | 8, after: descriptor(1, 2, 3) },
      refused('zip/contradicting-header', 'a.txt', 'its data descriptor contradicts the directory'),
    ],
    [
      'a Unicode path field',
      { name: 'a.txt', extra: extraField(0x7075, Buffer.from('\u0001\0\0\0\0b.txt', 'latin1')) },
      refused('zip/unsafe-name', 'a.txt', 'a Unicode path field gives it another name'),
    ],
    [
      'a file of the same name',
      { name: 'icon.png', content: 'x' },
      refused('zip/duplicate-entry', 'icon.png', 'the zip has two entries of this name'),
    ],
    [
      'a file where a folder stands',
      { name: 'icon.png/a.txt', content: 'x' },
      refused('zip/duplicate-entry', 'icon.png/a.txt', 'a part of its path is the name of a file'),
    ],
    ...(
      [
        ['/etc/passwd', 'is absolute'],
        ['../a.txt', 'has a part that is . or ..'],
        ['a/./b.txt', 'has a part that is . or ..'],
        ['a//b.txt', 'has an empty part'],
        ['C:a.txt', 'has a colon: a drive letter or a stream'],
        ['a.txt:stream', 'has a colon: a drive letter or a stream'],
        ['\\\\host\\a.txt', 'has a backslash'],
        ['a\u0000.txt', 'has control characters'],
        ['a\u202etxt.js', 'has invisible characters'],
        ['a.txt ', 'has a part that ends in a space'],
        ['a /b.txt', 'has a part that ends in a space'],
        ['', 'is empty'],
      ] as const
    ).map(([name, detail]): [string, EntryBytes, readonly (string | null)[]] => [
      `the name ${JSON.stringify(name)}`,
      { name },
      refused('zip/unsafe-name', name, `its name ${detail}`),
    ]),
    [
      'a name that is not UTF-8',
      { name: Buffer.from([0x61, 0xff]) },
      refused('zip/unsafe-name', 'a\u00ff', 'its name is not valid UTF-8'),
    ],
  ])('%s', async (_, entry, expected) => {
    const problems = await found([entry])
    expect(problems).toContainEqual(expected)
    expect(problems.filter(([, rule]) => !rule?.startsWith('zip/'))).toEqual([])
  })

  it('two names that differ in their Unicode form alone', async () => {
    expect(await found([{ name: 'e\u0301.txt' }, { name: '\u00e9.txt' }])).toContainEqual(
      refused('zip/duplicate-entry', '\u00e9.txt', 'another entry has the same name in another Unicode form'),
    )
  })

  it('two entries over the same bytes, and one inside another', async () => {
    const first = SAMPLE[0]?.name.toString() ?? ''
    const problems = await found([{ name: first.replace('manifest', 'manifest2'), claims: { offset: 0 } }])
    expect(problems.map(([, rule]) => rule)).toContain('zip/overlapping-entries')
  })

  it('a wrong checksum, data that break off, and data of another size', async () => {
    expect(await found([{ name: 'a.txt', content: 'x', claims: { crc32: 1 } }])).toEqual([
      ['error', 'bundle/unreadable', 'a.txt', 'The file cannot be read: its checksum is wrong.'],
    ])
    for (const claims of [{ bytes: 1 }, { bytes: 900 }])
      expect(await found([{ name: 'a.txt', content: 'x'.repeat(500), claims }])).toMatchObject([
        ['error', 'bundle/unreadable', 'a.txt', expect.stringContaining('The file cannot be read')],
      ])
  })
})

describe('8.1: limits are judged before anything is inflated', () => {
  /** Within a time of computing: waiting for a busy machine does not count. */
  const within = async (milliseconds: number, work: () => Promise<unknown>): Promise<void> => {
    const start = process.cpuUsage()
    await work()
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(milliseconds)
  }

  it('bytes behind the end of compressed data', async () => {
    const content = Buffer.from('var a = 1\n')
    const hidden = Buffer.concat([deflateRawSync(content), Buffer.from('PK\u0003\u0004 hidden')])
    const entry: EntryBytes = {
      name: 'a.txt',
      method: 0,
      content: hidden,
      claims: { crc32: crc32(content), bytes: content.length },
    }
    const zip = zipBytes([...SAMPLE, entry])
    zip.writeUInt16LE(8, zip.lastIndexOf(Buffer.from('PK\u0003\u0004\u0014', 'latin1')) + 8)
    zip.writeUInt16LE(8, zip.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 10)
    expect(await problemsOf(zip)).toEqual([
      [
        'error',
        'bundle/unreadable',
        'a.txt',
        'The file cannot be read: its compressed data end before the zip says.',
      ],
    ])
  })

  it('names of thousands of folders', async () => {
    const deep = 'a/'.repeat(32_000)
    const entries = Array.from({ length: 100 }, (_, i) => ({ name: `${deep}${i}.txt`, content: '' }))
    const zip = zipBytes([...SAMPLE, ...entries])
    await within(2_000, async () => {
      const { faults } = await zipBundle('app.zip', zip, zip.length)
      expect(faults.map(({ kind }) => kind)).toEqual(entries.map(() => 'unsafe-name'))
    })
  })

  it('more entries than can be counted', async () => {
    const record = Buffer.from('PK\u0001\u0002').toString('latin1').padEnd(46, '\0')
    const name = Buffer.from([1, 0])
    const one = Buffer.from(`${record}a`, 'latin1')
    name.copy(one, 28)
    const directory = Buffer.concat(Array.from({ length: 200_000 }, () => one))
    const end = Buffer.alloc(22)
    end.write('PK\u0005\u0006', 'latin1')
    end.writeUInt16LE(200_000 % 65_536, 8)
    end.writeUInt16LE(200_000 % 65_536, 10)
    end.writeUInt32LE(directory.length, 12)
    const zip = Buffer.concat([directory, end])
    const { faults } = await zipBundle('app.zip', zip, zip.length)
    expect(faults.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['ambiguous-structure', 'its end record says 3392 entries, and its directory has more than 65535'],
      ['flood', 'it has 65536 entries'],
    ])
  })

  it.each([
    ['65,535 empty entries', 65_535, (n: number) => `f${n}.txt`],
    ['20,000 bad names', 20_000, (n: number) => `a b/${n}/\u00e9.exe`],
  ])('%s are refused for their number alone', async (_, count, name) => {
    const zip = zipBytes(Array.from({ length: count }, (_, index) => ({ name: name(index), method: 0 })))
    expect(await problemsOf(zip)).toEqual([
      [
        'error',
        'bundle/too-many-files',
        null,
        `The bundle has ${count.toLocaleString('en')} files; at most 1,000 are allowed.`,
      ],
      refused('zip/flood', null, `it has ${count} entries`),
      ['error', 'manifest/missing', 'manifest.json', 'There is no manifest.json at the root of the bundle.'],
    ])
  })

  it('a claim of 4 GB, and a bomb of 500 MB', async () => {
    await within(2_000, async () => {
      const claim = await found([{ name: 'a.bin', content: 'x', claims: { bytes: 0xfffffffe } }])
      expect(claim.map(([, rule]) => rule)).toEqual(
        expect.arrayContaining(['bundle/too-large', 'bundle/file-too-large', 'bundle/compression-ratio']),
      )
      const bomb = Array.from({ length: 25 }, (_, index) => ({
        name: `b${index}.bin`,
        content: 'x',
        claims: { bytes: 20_000_000 },
      }))
      expect((await found(bomb)).map(([, rule]) => rule)).toContain('bundle/too-large')
    })
  })
})

describe('any bytes at all', () => {
  it('never crash, hang or pass: a zip with a changed byte is refused, or says the same as before', async () => {
    const whole = zipBytes(SAMPLE)
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(whole)
        bytes[at] = (bytes[at] ?? 0) ^ change
        for (const [level] of await problemsOf(bytes))
          expect(['error', 'warning', 'info', 'flag']).toContain(level)
      }),
      { numRuns: 150 },
    )
  })

  it('random bytes are no zip', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        expect((await problemsOf(Buffer.from(bytes))).length).toBeGreaterThan(0)
      }),
      { numRuns: 100 },
    )
  })
})

describe('what is no file', () => {
  it.each(['.', ...(process.platform === 'win32' ? [] : ['/dev/zero'])])(
    'is not opened as a zip: %s',
    async (path) => {
      await expect(openZip(path)).rejects.toMatchObject({ kind: 'usage', message: `${path} is no file.` })
    },
  )
})
