import type { RandomAccessFile } from './random-access-file.js'

/**
 * Whether the tables of an MP4 or MOV (ISO/IEC 14496-12) hold what they claim. Readers believe their counts: one number
 * in a file of some kilobytes would make them list four billion samples, until memory is full. A file of another kind
 * has no such tables, and passes.
 */
export const claimsWhatItHolds = async (file: RandomAccessFile): Promise<boolean> => {
  const budget = { looseSamples: MAX_LOOSE_SAMPLES }
  let count = 0
  for await (const { type, start, end } of topBoxes(file)) {
    if (++count > MAX_TOP_BOXES) return false
    if (type !== 'moov' && type !== 'moof') continue
    if (end - start > MAX_HEADERS_BYTES) return false
    const content = viewOf(await file.read(start, end))
    if (!judgeContainer(content, 0, content.byteLength, { fileBytes: file.size, budget, track: null }))
      return false
  }
  return true
}

/** The boxes of a file, with where their contents are. Every reader stops at something that is not a box. */
export async function* topBoxes(file: RandomAccessFile) {
  for (let at = 0; at + HEADER_BYTES <= file.size; ) {
    const header = viewOf(await file.read(at, Math.min(at + LONG_HEADER_BYTES, file.size)))
    const box = readBox(header, 0, file.size - at)
    if (box === null) return
    const end = Math.min(at + box.bytes, file.size)
    yield { type: box.type, start: at + box.headerBytes, end }
    at = end
  }
}

const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16
/** What describes a video of 100 MB is far smaller. */
export const MAX_HEADERS_BYTES = 32 * 1_048_576
export const MAX_TOP_BOXES = 100_000
/** Samples of fragments that take no byte in their table: as many as ten minutes have, many times over. */
const MAX_LOOSE_SAMPLES = 2_000_000
const CONTAINERS: readonly string[] = ['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl', 'moof', 'traf', 'mvex']

interface Box {
  readonly type: string
  readonly headerBytes: number
  /** Its header included. */
  readonly bytes: number
}

/** What a track claims in all; its tables come in any order. */
interface Track {
  samples: number
  timed: number
  shifted: number
  mostInChunk: number
}

interface Surroundings {
  readonly fileBytes: number
  readonly budget: { looseSamples: number }
  readonly track: Track | null
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The box at an offset; null where none is. @param available the bytes from there on */
const readBox = (view: DataView, at: number, available: number): Box | null => {
  if (at + HEADER_BYTES > view.byteLength) return null
  const short = view.getUint32(at)
  const type = String.fromCharCode(...[4, 5, 6, 7].map((place) => view.getUint8(at + place)))
  if (short === 0) return { type, headerBytes: HEADER_BYTES, bytes: available }
  if (short !== 1) return short < HEADER_BYTES ? null : { type, headerBytes: HEADER_BYTES, bytes: short }
  if (at + LONG_HEADER_BYTES > view.byteLength) return null
  const long = Number(view.getBigUint64(at + HEADER_BYTES))
  return long < LONG_HEADER_BYTES ? null : { type, headerBytes: LONG_HEADER_BYTES, bytes: long }
}

const judgeContainer = (view: DataView, from: number, to: number, around: Surroundings): boolean => {
  for (let at = from; at + HEADER_BYTES <= to; ) {
    const box = readBox(view, at, to - at)
    if (box === null) return true
    const end = at + box.bytes
    if (end > to) return false
    const start = at + box.headerBytes
    if (CONTAINERS.includes(box.type)) {
      const track = box.type === 'trak' ? { samples: 0, timed: 0, shifted: 0, mostInChunk: 0 } : around.track
      if (!judgeContainer(view, start, end, { ...around, track })) return false
      if (box.type === 'trak' && track !== null && !agrees(track)) return false
    } else if (!judgeTable(box.type, new DataView(view.buffer, view.byteOffset + start, end - start), around))
      return false
    at = end
  }
  return true
}

/** Tables of one track that differ by more than slips explain. */
const agrees = ({ samples, timed, shifted, mostInChunk }: Track): boolean => {
  const most = 2 * samples + 1_000
  return timed <= most && shifted <= most && mostInChunk <= most
}

/** Whether a table has room for what it counts. @param table its content, from version and flags on */
const judgeTable = (type: string, table: DataView, { track, fileBytes, budget }: Surroundings): boolean => {
  const holds = (countAt: number, entryBytes: number): boolean =>
    table.byteLength >= countAt + 4 && table.getUint32(countAt) * entryBytes <= table.byteLength - countAt - 4
  const entries = (countAt: number, entryBytes: number, valueAt: number): number[] =>
    Array.from({ length: table.getUint32(countAt) }, (_, index) =>
      table.getUint32(countAt + 4 + index * entryBytes + valueAt),
    )
  switch (type) {
    case 'stts':
    case 'ctts': {
      if (!holds(4, 8)) return false
      const total = entries(4, 8, 0).reduce((sum, count) => sum + count, 0)
      if (track !== null) track[type === 'stts' ? 'timed' : 'shifted'] = total
      return true
    }
    case 'mvhd':
    case 'mdhd': {
      // A time scale of nothing makes every time no number.
      const at = table.byteLength > 0 && table.getUint8(0) === 1 ? 20 : 12
      return table.byteLength >= at + 4 && table.getUint32(at) > 0
    }
    case 'stsz': {
      if (table.byteLength < 12) return false
      const size = table.getUint32(4)
      const count = table.getUint32(8)
      if (track !== null) track.samples = Math.max(track.samples, count)
      return size === 0 ? holds(8, 4) : count * size <= fileBytes
    }
    case 'stz2': {
      if (table.byteLength < 12) return false
      if (track !== null) track.samples = Math.max(track.samples, table.getUint32(8))
      return holds(8, table.getUint8(7) / 8)
    }
    case 'stsc': {
      if (!holds(4, 12)) return false
      if (track !== null) track.mostInChunk = entries(4, 12, 4).reduce((most, n) => Math.max(most, n), 0)
      return true
    }
    case 'stco':
    case 'stss':
      return holds(4, 4)
    case 'co64':
      return holds(4, 8)
    case 'elst':
      return table.byteLength >= 8 && holds(4, table.getUint8(0) === 1 ? 20 : 12)
    case 'trun': {
      if (table.byteLength < 8) return false
      const flags = table.getUint32(0) & 0xffffff
      const fields = [0x1, 0x4].filter((flag) => (flags & flag) !== 0).length
      const perSample = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length
      const count = table.getUint32(4)
      if (perSample === 0) budget.looseSamples -= count
      return budget.looseSamples >= 0 && count * perSample * 4 <= table.byteLength - 8 - fields * 4
    }
    default:
      return true
  }
}
