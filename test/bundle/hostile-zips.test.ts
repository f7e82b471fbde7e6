import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openZip, zipBundle } from '../../src/bundle/zip-reader.js'
import { check } from '../../src/check/run.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { runs } from '../support/vitest/runs.js'
import { descriptor, type EntryBytes, extraField, UTF8, type ZipShape, zipBytes } from './zip-bytes.js'

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
      [refused('zip/ambiguous-structure', null, 'there are bytes after the end of the zip')],
    ],
    [
      'a comment that is cut off',
      { end: { commentBytes: 9 } },
      [refused('zip/ambiguous-structure', null, 'there are bytes after the end of the zip')],
    ],
    [
      'several parts',
      { end: { disk: 1 } },
      [refused('zip/ambiguous-structure', null, 'it claims to be one of several parts')],
    ],
    [
      'fewer entries than the directory',
      { end: { entries: 2, entriesOnDisk: 2 } },
      [refused('zip/ambiguous-structure', null, 'its end record says 2 entries, and its directory has 3')],
    ],
    [
      'a gap',
      { beforeCentral: Buffer.alloc(9) },
      [['warning', 'zip/unaccounted-bytes', null, expect.stringContaining('9 bytes at offset')]],
    ],
    [
      'a gap that holds an entry',
      { beforeCentral: inner.subarray(0, 40) },
      [refused('zip/ambiguous-structure', null, 'it contains records that its directory does not list')],
    ],
    [
      'bytes before the end record',
      { beforeEnd: Buffer.alloc(3) },
      [refused('zip/ambiguous-structure', null, 'there are bytes between its directory and its end record')],
    ],
  ])('%s', async (_, shape, expected) => {
    expect(await found([], shape)).toEqual(expected)
  })

  it('gaps behind entries, which are one problem', async () => {
    const gaps = SAMPLE.map((entry) => ({ ...entry, after: Buffer.alloc(3) }))
    const said = expect.stringMatching(/^9 bytes in 3 places belong to no entry, the first at offset \d+\.$/)
    expect(await problemsOf(zipBytes(gaps))).toEqual([['warning', 'zip/unaccounted-bytes', null, said]])
  })

  it('an end record in the comment', async () => {
    const holds = [
      refused('zip/ambiguous-structure', null, 'its comment holds the signature of another end record'),
    ]
    const signature = Buffer.from('PK\u0005\u0006', 'latin1')
    for (const comment of [
      inner,
      inner.subarray(-22),
      // Cut off: there is no room for a record, but some readers still look for its signature.
      Buffer.concat([Buffer.from('a comment '), signature]),
      Buffer.concat([signature, Buffer.alloc(17)]),
      Buffer.concat([signature, Buffer.alloc(18)]),
      Buffer.concat([signature, Buffer.alloc(900)]),
      Buffer.from('PK\u0005', 'latin1'),
    ])
      expect(await found([], { comment })).toEqual(holds)
    expect(await found([], { trailing: signature })).toEqual(holds)
    // Nearly one: no reader takes it for a record.
    for (const comment of ['PK', 'PK\u0005\u0007', 'K\u0005\u0006', 'PK\u0003\u0004', 'made with PK'])
      expect(await found([], { comment: Buffer.from(comment, 'latin1') })).toEqual([])
  })

  it('no entries', async () => {
    const none = [refused('zip/empty', null, 'it has no entries')]
    expect(await problemsOf(zipBytes([]))).toEqual(none)
    expect(await problemsOf(zipBytes([], { comment: Buffer.from('nothing here') }))).toEqual(none)
    // Entries that the directory does not list are another matter.
    const unlisted = refused(
      'zip/ambiguous-structure',
      null,
      'it contains records that its directory does not list',
    )
    expect(await problemsOf(zipBytes([], { beforeCentral: inner.subarray(0, 40) }))).toEqual([unlisted])
    expect(await problemsOf(zipBytes([], { beforeCentral: Buffer.from('MZ') }))).toEqual([
      refused('zip/ambiguous-structure', null, 'there are bytes before its first entry'),
    ])
  })

  it('another kind of archive', async () => {
    const tar = Buffer.alloc(1_024)
    tar.write('ustar', 257)
    for (const [bytes, what] of [
      [Buffer.from('Rar!\u001a\u0007\u0001\0', 'latin1'), 'a RAR archive'],
      [Buffer.from('7z\u00bc\u00af\u0027\u001c\0\u0004', 'latin1'), 'a 7-Zip archive'],
      [Buffer.from('\u001f\u008b\u0008', 'latin1'), 'a gzip file'],
      [tar, 'a tar archive'],
    ] as const)
      expect(await problemsOf(bytes)).toEqual([refused('zip/not-a-zip', null, `it is ${what}, not a zip`)])
  })

  it('more than one end record', async () => {
    const end = zipBytes([]).subarray(-22)
    for (const shape of [{ beforeEnd: end }, { trailing: end }])
      expect(await found([], shape)).toEqual([
        refused('zip/ambiguous-structure', null, 'it has more than one end record'),
      ])
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
      [Buffer.from('hello'), 'it is not a zip'],
      [whole.subarray(0, 40), 'it has no end record, so it was cut off, or is still being written'],
    ] as const)
      expect(await problemsOf(bytes)).toEqual([refused('zip/not-a-zip', null, says)])
    for (let length = 0; length < whole.length; length += 7) {
      const problems = await problemsOf(whole.subarray(0, length))
      expect(problems.some(([level, rule]) => level === 'error' && rule?.startsWith('zip/'))).toBe(true)
    }
  })

  describe('Zip64, which nothing in a bundle needs', () => {
    const words = (...numbers: readonly number[]): Buffer =>
      Buffer.concat(numbers.map((number) => Buffer.from(new BigUint64Array([BigInt(number)]).buffer)))
    const zip64 = (...numbers: readonly number[]): Buffer => extraField(1, words(...numbers))
    const ELSEWHERE = 0xffffffff
    const CONTENT = 'x'.repeat(100)
    const packed = deflateRawSync(CONTENT).length
    const entry = { name: 'a.txt', content: CONTENT }
    const contradicts = [
      refused('zip/contradicting-header', 'a.txt', 'its Zip64 field contradicts the header that it is in'),
    ]

    it.each<[string, Partial<EntryBytes>]>([
      [
        'both sizes in the local header',
        { local: { bytes: ELSEWHERE, compressedBytes: ELSEWHERE }, localExtra: zip64(100, packed) },
      ],
      [
        'one size in the directory',
        { claims: { bytes: ELSEWHERE }, local: { bytes: 100 }, extra: zip64(100) },
      ],
      ['sizes that are said twice', { extra: zip64(100, packed), localExtra: zip64(100, packed) }],
      ['a field without numbers', { extra: zip64() }],
      [
        'a descriptor of its own size',
        {
          flags: UTF8 | 8,
          local: { crc32: 0, bytes: ELSEWHERE, compressedBytes: ELSEWHERE },
          localExtra: zip64(0, 0),
          after: Buffer.concat([descriptor(crc32(CONTENT), 0, 0).subarray(0, 8), words(packed, 100)]),
        },
      ],
    ])('is accepted where all agrees: %s', async (_, change) => {
      expect(await found([{ ...entry, ...change }])).toEqual([])
    })

    it.each<[string, Partial<EntryBytes>]>([
      ['another size in the directory', { extra: zip64(99) }],
      ['another size in the local header', { localExtra: zip64(100, packed + 1) }],
      [
        'a size that only some readers take for the compressed one',
        { claims: { compressedBytes: ELSEWHERE }, local: { compressedBytes: packed }, extra: zip64(packed) },
      ],
      ['two fields', { extra: Buffer.concat([zip64(100), zip64(100)]) }],
      ['half a number', { extra: extraField(1, Buffer.alloc(12)) }],
      ['more numbers than there are', { extra: zip64(100, packed, 0, 0, 0) }],
      [
        'no number where the header has none either',
        { claims: { bytes: ELSEWHERE }, local: { bytes: 100 }, extra: zip64() },
      ],
      ['a number beyond every file', { extra: extraField(1, Buffer.alloc(8, 0xff)) }],
    ])('is refused where readers differ: %s', async (_, change) => {
      expect(await found([{ ...entry, ...change }])).toEqual(contradicts)
    })

    it('is refused where its sizes are not those of the other header, or the descriptor has the short form', async () => {
      expect(
        await found([
          {
            ...entry,
            local: { bytes: ELSEWHERE, compressedBytes: ELSEWHERE },
            localExtra: zip64(99, packed),
          },
        ]),
      ).toEqual([
        refused('zip/contradicting-header', 'a.txt', 'its local header and the directory give it two sizes'),
      ])
      expect(
        await found([
          {
            ...entry,
            flags: UTF8 | 8,
            local: { crc32: 0, bytes: 0, compressedBytes: 0 },
            localExtra: zip64(0, 0),
            after: descriptor(crc32(CONTENT), packed, 100),
          },
        ]),
      ).toEqual([
        refused('zip/contradicting-header', 'a.txt', 'its data descriptor contradicts the directory'),
      ])
    })

    /** The records of a Zip64 end: the end record with eight bytes a number, and its locator. */
    const endOf = (
      change: Partial<
        Record<'entries' | 'centralBytes' | 'centralOffset' | 'recordBytes' | 'at' | 'disks', number>
      > = {},
    ) => {
      const plain = zipBytes(SAMPLE)
      const end = plain.length - 22
      const centralBytes = plain.readUInt32LE(end + 12)
      const centralOffset = plain.readUInt32LE(end + 16)
      const entries = change.entries ?? SAMPLE.length
      const record = Buffer.concat([
        Buffer.from('PK\u0006\u0006', 'latin1'),
        words(change.recordBytes ?? 44),
        Buffer.from([63, 3, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        words(entries, entries, change.centralBytes ?? centralBytes, change.centralOffset ?? centralOffset),
      ])
      const locator = Buffer.concat([
        Buffer.from('PK\u0006\u0007\0\0\0\0', 'latin1'),
        words(change.at ?? end),
        Buffer.from([change.disks ?? 1, 0, 0, 0]),
      ])
      return Buffer.concat([record, locator])
    }
    const ELSEWHERE_ALL = {
      entries: 0xffff,
      entriesOnDisk: 0xffff,
      centralBytes: ELSEWHERE,
      centralOffset: ELSEWHERE,
    }

    it('may be at the end too, with its numbers there or said twice', async () => {
      for (const end of [{}, ELSEWHERE_ALL, { ...ELSEWHERE_ALL, disk: 0xffff, centralDisk: 0xffff }])
        expect(await problemsOf(zipBytes(SAMPLE, { beforeEnd: endOf(), end }))).toEqual([])
    })

    it.each<[string, Parameters<typeof endOf>[0]]>([
      ['another number of entries', { entries: SAMPLE.length - 1 }],
      ['another size of the directory', { centralBytes: 1 }],
      ['another place of the directory', { centralOffset: 0 }],
      ['room for more', { recordBytes: 60 }],
      ['another place', { at: 0 }],
      ['several parts', { disks: 2 }],
    ])('is refused at the end where the two records differ: %s', async (_, change) => {
      expect(await problemsOf(zipBytes(SAMPLE, { beforeEnd: endOf(change) }))).toEqual([
        refused('zip/ambiguous-structure', null, 'its Zip64 end record contradicts its end record'),
      ])
    })

    it('is refused at the end where its locator leads nowhere', async () => {
      const locator = Buffer.concat([Buffer.from('PK\u0006\u0007', 'latin1'), Buffer.alloc(16)])
      expect(await problemsOf(zipBytes(SAMPLE, { beforeEnd: locator, end: ELSEWHERE_ALL }))).toEqual([
        refused('zip/ambiguous-structure', null, 'its Zip64 end record contradicts its end record'),
      ])
    })
  })
})

describe('2.9: what only some readers act on', () => {
  const NO_SUCH = (version: string) =>
    refused(
      'zip/ambiguous-structure',
      'a.txt',
      `it says that it needs version ${version} of the zip format, which does not exist`,
    )
  const FIELD = (id: string) =>
    refused(
      'zip/ambiguous-structure',
      'a.txt',
      `it has an extra field that some readers may act on (id 0x${id})`,
    )

  it.each([0x000a, 0x5455, 0x5855, 0x6375, 0x7855, 0x7875, 0xd935, 0x9999])(
    'an extra field that changes nothing is taken, in either header: %i',
    async (id) => {
      const extra = extraField(id, Buffer.alloc(12))
      expect(await found([{ name: 'a.txt', content: 'x', extra, localExtra: extra }])).toEqual([])
    },
  )

  it('so is the empty mark of a Java archive, and a Unicode path field that agrees with the name', async () => {
    const mark = extraField(0xcafe, Buffer.alloc(0))
    const path = extraField(0x7075, Buffer.from('\u0001\0\0\0\0a.txt', 'latin1'))
    for (const extra of [mark, path])
      expect(await found([{ name: 'a.txt', content: 'x', extra, localExtra: extra }])).toEqual([])
    expect(await found([{ name: 'a.txt', extra: extraField(0xcafe, Buffer.of(1)) }])).toEqual([FIELD('cafe')])
    expect(await found([{ name: 'a.txt', extra: extraField(0x9999, Buffer.of(1)) }])).toEqual([FIELD('9999')])
  })

  it.each(['6c78', '756e', '000d', '0017', '9901', '0008', '4453', '334d', '0000', 'ffff'])(
    'any other is refused by its id, in either header: 0x%s',
    async (id) => {
      const extra = extraField(Number.parseInt(id, 16), Buffer.from('\u0004\0\0\0\u00ff\u00a1', 'latin1'))
      const times = extraField(0x5455, Buffer.alloc(5))
      expect(await found([{ name: 'a.txt', content: 'x', extra }])).toEqual([FIELD(id)])
      expect(await found([{ name: 'a.txt', content: 'x', localExtra: extra }])).toEqual([FIELD(id)])
      // Once, though both headers have it, and behind another.
      const behind = Buffer.concat([times, extra])
      expect(await found([{ name: 'a.txt', content: 'x', extra: behind, localExtra: behind }])).toEqual([
        FIELD(id),
      ])
    },
  )

  it('a damaged extra field', async () => {
    const damaged = refused('zip/contradicting-header', 'a.txt', 'its extra field is damaged')
    for (const extra of [Buffer.of(1), Buffer.of(0x55, 0x54, 9, 0), Buffer.of(0x55, 0x54, 0, 0, 1)]) {
      expect(await found([{ name: 'a.txt', extra }])).toEqual([damaged])
      expect(await found([{ name: 'a.txt', localExtra: extra }])).toEqual([damaged])
    }
  })

  it('a version of the format that does not exist, in either header; the upper byte is not of the version', async () => {
    for (const version of [0, 10, 11, 20, 45, 63, 0x0314, 0xff0a])
      expect(await found([{ name: 'a.txt', content: 'x', version }])).toEqual([])
    for (const [version, shown] of [
      [64, '6.4'],
      [255, '25.5'],
    ] as const) {
      expect(await found([{ name: 'a.txt', version, local: { version: 20 } }])).toEqual([NO_SUCH(shown)])
      expect(await found([{ name: 'a.txt', version: 20, local: { version } }])).toEqual([NO_SUCH(shown)])
    }
    // What needs it is told, and not the version.
    expect(await found([{ name: 'a.txt', version: 64, method: 12 }])).toEqual([
      refused('zip/unknown-method', 'a.txt', 'it is compressed by method 12 (BZip2)'),
    ])
  })

  it('zeros that pad an extra field, as zipalign writes them, are fine', async () => {
    const times = extraField(0x5455, Buffer.of(1, 2, 3, 4, 5))
    for (const zeros of [1, 2, 3, 4, 7, 4_095])
      expect(
        await found([
          {
            name: 'a.txt',
            localExtra: Buffer.concat([times, Buffer.alloc(zeros)]),
            extra: Buffer.alloc(zeros),
          },
        ]),
      ).toEqual([])
  })

  it('stored data that look like records, where only a descriptor says where they end', async () => {
    const described = (content: Buffer, method = 0, signed = true): EntryBytes => {
      const packed = method === 0 ? content : deflateRawSync(content)
      return {
        name: 'a.bin',
        content,
        method,
        flags: UTF8 | 8,
        local: { crc32: 0, compressedBytes: 0, bytes: 0 },
        after: descriptor(crc32(content), packed.length, content.length, signed),
      }
    }
    const records = [
      '\u0001\u0002',
      '\u0003\u0004',
      '\u0005\u0006',
      '\u0006\u0006',
      '\u0006\u0007',
      '\u0007\b',
    ]
    for (const record of records) {
      const content = Buffer.from(`before PK${record} after`, 'latin1')
      expect(await found([described(content)])).toEqual([
        refused(
          'zip/ambiguous-structure',
          'a.bin',
          'it is stored with a data descriptor, and its data looks like zip records',
        ),
      ])
      // Deflated data say themselves where they end, and so do sizes in the local header.
      expect(await found([described(content, 8)])).toEqual([])
      expect(await found([{ name: 'a.bin', method: 0, content }])).toEqual([])
    }
    for (const content of ['PK', 'PK\u0007', 'P K\u0007\b', 'PK\b\u0007'])
      expect(await found([described(Buffer.from(content, 'latin1'))])).toEqual([])
    // Nothing says where they end but a descriptor that a reader of a stream cannot find.
    expect(await found([described(Buffer.from('plain'), 0, false)])).toEqual([
      refused(
        'zip/ambiguous-structure',
        'a.bin',
        'it is stored with a data descriptor that has no signature, so not every reader finds its end',
      ),
    ])
    expect(await found([described(Buffer.from('plain'), 8, false)])).toEqual([])
  })
})

describe('2.9: one cause, one problem', () => {
  const PAGE = SAMPLE.findIndex(({ name }) => name === 'index.html')
  /** The sample with its page changed. */
  const withPage = (change: Partial<EntryBytes>): Promise<readonly (string | null)[][]> =>
    problemsOf(zipBytes(SAMPLE.map((entry, index) => (index === PAGE ? { ...entry, ...change } : entry))))

  it.each<[string, Partial<EntryBytes>]>([
    ['Zip64', { extra: extraField(1, Buffer.alloc(8, 1)) }],
    [
      'Zip64 with its sizes elsewhere',
      {
        localExtra: extraField(1, Buffer.alloc(16)),
        claims: { bytes: 0xffffffff, compressedBytes: 0xffffffff },
        version: 45,
      },
    ],
    ['a password', { flags: UTF8 | 1, method: 99, version: 51, extra: extraField(0x9901, Buffer.alloc(7)) }],
    ['a link, for MS-DOS a folder', { attributes: (((0o120777 << 16) >>> 0) | 0x10) >>> 0 }],
    ['another method', { method: 14, version: 63 }],
    ['an extra field', { extra: extraField(0x6c78, Buffer.alloc(9)) }],
    ['a descriptor that contradicts', { flags: UTF8 | 8, after: descriptor(1, 2, 3) }],
    [
      'data that reach beyond the end',
      { claims: { compressedBytes: 90_000 }, local: { compressedBytes: 90_000 } },
    ],
  ])('the page of the manifest is not looked for where it is refused for %s', async (_, change) => {
    const problems = await withPage(change)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.slice(0, 3)).toEqual(['error', expect.stringMatching(/^zip\//), 'index.html'])
  })

  it('nor are icon, manifest and the files that pages name', async () => {
    const extra = extraField(0x6c78, Buffer.alloc(9))
    for (const refusedName of ['icon.png', 'manifest.json', 'js/game.js']) {
      const files: readonly EntryBytes[] = [
        ...SAMPLE.filter(({ name }) => name !== 'index.html'),
        { name: 'index.html', content: '<!doctype html><script src="js/game.js"></script>' },
        { name: 'js/game.js', content: 'let a = 1' },
      ]
      const problems = await problemsOf(
        zipBytes(files.map((entry) => (entry.name === refusedName ? { ...entry, extra } : entry))),
      )
      expect(problems.filter(([level]) => level !== 'info').map(([, rule, file]) => [rule, file])).toEqual([
        ['zip/ambiguous-structure', refusedName],
      ])
    }
  })

  it('nor is what a refused script may use said to be unused', async () => {
    const manifest = JSON.parse(String(sampleFiles()['manifest.json']))
    const product = { id: 'gems', title: 'Gems', statement: 'You get ten gems at once.', price: '1' }
    const content = JSON.stringify({
      ...manifest,
      requires: ['pay'],
      products: [{ ...product, kind: 'consumable' }],
    })
    const files = (extra?: Buffer): readonly EntryBytes[] => [
      ...SAMPLE.map((entry) => (entry.name === 'manifest.json' ? { ...entry, content } : entry)),
      { name: 'shop.js', content: 'let a = 1', ...(extra === undefined ? {} : { extra }) },
    ]
    const warnings = async (extra?: Buffer) =>
      (await problemsOf(zipBytes(files(extra))))
        .filter(([level]) => level !== 'info')
        .map(([level, rule]) => [level, rule])
    expect(await warnings(extraField(0x6c78, Buffer.alloc(9)))).toEqual([
      ['error', 'zip/ambiguous-structure'],
    ])
    expect(await warnings()).toEqual([
      ['warning', 'sdk/product-unused'],
      ['warning', 'sdk/requires-unused'],
    ])
  })

  it('a problem of hundreds of entries is reported once', async () => {
    const extra = extraField(0x6c78, Buffer.alloc(9))
    const problems = await found(Array.from({ length: 500 }, (_, n) => ({ name: `${n}.txt`, extra })))
    expect(problems).toEqual([
      [
        'error',
        'zip/ambiguous-structure',
        null,
        expect.stringMatching(
          /^Each of 500 entries is refused: .* \(0\.txt, 1\.txt, 10\.txt and 497 more\)\.$/,
        ),
      ],
    ])
  })

  it('a problem in hundreds of entries, each with its own, is reported for the first hundred', async () => {
    const problems = await found(Array.from({ length: 500 }, (_, n) => ({ name: 'a'.repeat(2_000 + n) })))
    expect(problems).toHaveLength(101)
    expect(problems[0]).toEqual([
      'error',
      'zip/unsafe-name',
      null,
      '400 more entries are refused for the same reason.',
    ])
  })

  it('a name of 60,000 letters is cut in the report, and its limit told', async () => {
    for (const name of ['a'.repeat(60_000), `${'b\\'.repeat(30_000)}`, `${'\u00e9/'.repeat(20_000)}x.js`]) {
      const [problem, ...others] = await found([{ name }])
      expect(others).toEqual([])
      const count = [...name].length.toLocaleString('en')
      expect(problem).toEqual([
        'error',
        'zip/unsafe-name',
        `${[...name].slice(0, 80).join('')}…`,
        `The entry is refused: its name has ${count} characters; at most 180 are allowed.`,
      ])
    }
  })

  it('a fix says what to do about the cause', async () => {
    const fixOf = async (entry: EntryBytes): Promise<readonly string[]> => {
      const zip = zipBytes([...SAMPLE, entry])
      const bundle = await zipBundle('app.zip', zip, zip.length)
      return (await check(bundle)).problems.map(({ fix }) => fix)
    }
    expect(await fixOf({ name: 'a\u0007.txt' })).toEqual([
      'Rename the file with letters, digits, _, - and dots, and zip it again.',
    ])
    expect(await fixOf({ name: 'a.txt', flags: UTF8 | 1 })).toEqual(['Zip the file without a password.'])
    expect(await fixOf({ name: 'a.txt', attributes: (0o120777 << 16) >>> 0 })).toEqual([
      'Replace the link with the file that it leads to.',
    ])
    expect(await fixOf({ name: 'img\\a.png' })).toEqual([
      'Use a zip tool that writes / between folders, such as `miniapp pack`.',
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
      refused('zip/unknown-method', 'a.txt', 'it is compressed by method 12 (BZip2)'),
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
      refused('zip/special-entry', 'a/', 'it is a folder entry with contents'),
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

  it('two names that differ only in their Unicode form', async () => {
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
        'The file cannot be read: its compressed data ends earlier than the zip says.',
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
      ['flood', 'it has more than 65,535 entries; a bundle has at most 1,000 files'],
    ])
  })

  it.each([
    ['65,535 empty entries', 65_535, (n: number) => `f${n}.txt`],
    ['20,000 bad names', 20_000, (n: number) => `a b/${n}/\u00e9.exe`],
  ])('%s are refused for their number alone', async (_, count, name) => {
    const zip = zipBytes(Array.from({ length: count }, (_, index) => ({ name: name(index), method: 0 })))
    await within(2_000, async () => {
      expect(await problemsOf(zip)).toEqual([
        refused(
          'zip/flood',
          null,
          `it has ${count.toLocaleString('en')} entries; a bundle has at most 1,000 files`,
        ),
      ])
    })
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

describe('one cause', () => {
  const zip = zipBytes([
    { name: 'a.txt', content: 'a' },
    { name: 'b.txt', content: 'b'.repeat(200) },
  ])
  const errorsOf = async (bytes: Buffer): Promise<readonly (string | null)[]> => {
    const { faults, close } = await zipBundle('app.zip', bytes, bytes.length)
    await close()
    return faults.map(({ detail }) => detail)
  }

  it('gives one error, whichever byte of whichever header is another', async () => {
    const central = zip.readUInt32LE(zip.length - 6)
    const headers: readonly [start: number, bytes: number][] = [
      [0, 30],
      [central, 46],
      [zip.length - 22, 22],
    ]
    for (const [start, length] of headers)
      for (let at = start; at < start + length; at++)
        for (const change of [1, 0x10, 0x80, 0xff]) {
          const bytes = Buffer.from(zip)
          bytes[at] = (bytes[at] ?? 0) ^ change
          expect((await errorsOf(bytes)).length, `byte ${at} changed by ${change}`).toBeLessThan(2)
        }
  })

  it('is named: bytes before a zip, whether its numbers count them or not', async () => {
    expect(await errorsOf(Buffer.concat([Buffer.from('a program'), zip]))).toEqual([
      'there are bytes before its first entry',
    ])
  })

  it('is named: a directory elsewhere, and counts of entries that differ', async () => {
    const elsewhere = Buffer.from(zip)
    elsewhere.writeUInt32LE(1, zip.length - 6)
    expect(await errorsOf(elsewhere)).toEqual(['its directory is not where its end record says'])
    const counted = Buffer.from(zip)
    counted.writeUInt16LE(3, zip.length - 12)
    expect(await errorsOf(counted)).toEqual(['its end record says 3 entries, and its directory has 2'])
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
      { numRuns: runs(150) },
    )
  })

  it('random bytes are not a zip', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        expect((await problemsOf(Buffer.from(bytes))).length).toBeGreaterThan(0)
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('what is not a file', () => {
  it.each(['.', ...(process.platform === 'win32' ? [] : ['/dev/zero'])])(
    'is not opened as a zip: %s',
    async (path) => {
      await expect(openZip(path)).rejects.toMatchObject({ kind: 'usage', message: `${path} is not a file.` })
    },
  )
})
