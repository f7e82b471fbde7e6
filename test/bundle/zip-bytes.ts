import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip that is written byte by byte, so that anything about it can be wrong. */
export interface EntryBytes {
  readonly name: string | Buffer
  readonly content?: string | Uint8Array
  readonly method?: number
  readonly flags?: number
  readonly attributes?: number
  readonly extra?: Buffer
  readonly localExtra?: Buffer
  /** The version that a reader must know, times ten, in both headers. */
  readonly version?: number
  /** What the directory says, where it differs from what is true. */
  readonly claims?: Partial<Record<'crc32' | 'compressedBytes' | 'bytes' | 'offset' | 'disk', number>>
  /** What the local header says, where it differs from the directory. */
  readonly local?: {
    readonly version?: number
    readonly name?: string
    readonly method?: number
    readonly flags?: number
    readonly crc32?: number
    readonly compressedBytes?: number
    readonly bytes?: number
  }
  /** Bytes after the data, such as a descriptor. */
  readonly after?: Buffer
  /** Bytes before the local header. */
  readonly before?: Buffer
}

export interface ZipShape {
  /** The end record's fields, where they differ from what is true. */
  readonly end?: Partial<
    Record<
      | 'disk'
      | 'centralDisk'
      | 'entriesOnDisk'
      | 'entries'
      | 'centralBytes'
      | 'centralOffset'
      | 'commentBytes',
      number
    >
  >
  readonly comment?: Buffer
  readonly beforeCentral?: Buffer
  readonly beforeEnd?: Buffer
  readonly trailing?: Buffer
}

export const UTF8 = 1 << 11

const numbers = (...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer => {
  const out = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields)
    at = bytes === 2 ? out.writeUInt16LE(value, at) : out.writeUInt32LE(value, at)
  return out
}

/** A data descriptor. */
export const descriptor = (crc: number, compressedBytes: number, bytes: number, signed = true): Buffer =>
  Buffer.concat([
    signed ? numbers([0x08074b50, 4]) : Buffer.alloc(0),
    numbers([crc, 4], [compressedBytes, 4], [bytes, 4]),
  ])

/** An extra field with one block. */
export const extraField = (id: number, data: Buffer): Buffer =>
  Buffer.concat([numbers([id, 2], [data.length, 2]), data])

/** Writes a zip as told, right or wrong. */
export const zipBytes = (entries: readonly EntryBytes[], shape: ZipShape = {}): Buffer => {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  const put = (...buffers: readonly Buffer[]): void => {
    for (const buffer of buffers) {
      parts.push(buffer)
      at += buffer.length
    }
  }
  for (const entry of entries) {
    const {
      method = 8,
      flags = UTF8,
      attributes = (0o100644 << 16) >>> 0,
      version = 20,
      claims = {},
      local = {},
    } = entry
    const content = Buffer.from(entry.content ?? '')
    const data = method === 8 ? deflateRawSync(content) : content
    const crc = claims.crc32 ?? crc32(content)
    const compressedBytes = claims.compressedBytes ?? data.length
    const bytes = claims.bytes ?? content.length
    const name = Buffer.from(entry.name)
    const localName = Buffer.from(local.name ?? name)
    const extra = entry.extra ?? Buffer.alloc(0)
    const localExtra = entry.localExtra ?? Buffer.alloc(0)
    put(entry.before ?? Buffer.alloc(0))
    const offset = claims.offset ?? at
    put(
      numbers(
        [0x04034b50, 4],
        [local.version ?? version, 2],
        [local.flags ?? flags, 2],
        [local.method ?? method, 2],
        [0, 2],
        [33, 2],
        [local.crc32 ?? crc, 4],
        [local.compressedBytes ?? compressedBytes, 4],
        [local.bytes ?? bytes, 4],
        [localName.length, 2],
        [localExtra.length, 2],
      ),
      localName,
      localExtra,
      data,
      entry.after ?? Buffer.alloc(0),
    )
    central.push(
      numbers(
        [0x02014b50, 4],
        [(3 << 8) | 63, 2],
        [version, 2],
        [flags, 2],
        [method, 2],
        [0, 2],
        [33, 2],
        [crc, 4],
        [compressedBytes, 4],
        [bytes, 4],
        [name.length, 2],
        [extra.length, 2],
        [0, 2],
        [claims.disk ?? 0, 2],
        [0, 2],
        [attributes, 4],
        [offset, 4],
      ),
      name,
      extra,
    )
  }
  put(shape.beforeCentral ?? Buffer.alloc(0))
  const centralOffset = at
  put(Buffer.concat(central))
  const centralBytes = at - centralOffset
  put(shape.beforeEnd ?? Buffer.alloc(0))
  const comment = shape.comment ?? Buffer.alloc(0)
  const { end = {} } = shape
  put(
    numbers(
      [0x06054b50, 4],
      [end.disk ?? 0, 2],
      [end.centralDisk ?? 0, 2],
      [end.entriesOnDisk ?? entries.length, 2],
      [end.entries ?? entries.length, 2],
      [end.centralBytes ?? centralBytes, 4],
      [end.centralOffset ?? centralOffset, 4],
      [end.commentBytes ?? comment.length, 2],
    ),
    comment,
    shape.trailing ?? Buffer.alloc(0),
  )
  return Buffer.concat(parts)
}
