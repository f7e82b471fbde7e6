import { KEY_MAX_CHARACTERS, STORAGE_VALUE_MAX_CHARACTERS } from '../../platform/storage-limits.js'

/*! Items (a name and a value, as localStorage has them) as records of Service.storage, whose keys and values are short. */

/** What is kept of an item; the first part of its records' keys. */
export type Area = 'localStorage' | 'cookie' | 'indexedDB'

/** A record of `Service.storage`. */
export interface StoredRecord {
  readonly key: string
  readonly value: string
}

/** A part of a long value, and the last part of its record's key. */
export interface Piece {
  readonly id: string
  readonly text: string
}

/** What the head of an item says, whose name or value is not a key or value of the platform. */
interface Head {
  readonly name: string
  /** The value itself, or where its pieces are; together they are JSON. */
  readonly value?: string
  readonly pieces?: readonly string[]
}

/**
 * The record of an item that can be kept as it is: `localStorage.score` is `12`. Characters that a key may not have are
 * written as `:` and four digits.
 * @returns null where the item needs a head
 */
export const plainRecord = (area: Area, name: string, value: string): StoredRecord | null => {
  const key = plainKey(area, name)
  return key.length > KEY_MAX_CHARACTERS || value.length > STORAGE_VALUE_MAX_CHARACTERS || !isText(value)
    ? null
    : { key, value }
}

export const plainKey = (area: Area, name: string): string =>
  `${area}.${name.replace(/[^A-Za-z0-9_.-]/g, (unit) => `:${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}`

/** The name of the item that a plain record keeps; null where the key is another's. */
export const nameOfPlain = (area: Area, key: string): string | null => {
  if (!key.startsWith(`${area}.`)) return null
  const rest = key.slice(area.length + 1)
  if (/:(?![0-9a-f]{4})/.test(rest)) return null
  return rest.replace(/:([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Not every store keeps NUL and halves of surrogate pairs. */
const isText = (value: string): boolean => !/[\0\p{Surrogate}]/u.test(value)

export const headKey = (area: Area, name: string): string => `${area}:${hashOf(name)}`

/** Whether a key is that of a head; `piece` where it is that of a piece. */
export const kindOfKey = (area: Area, key: string): 'head' | 'piece' | null => {
  if (!key.startsWith(`${area}:`)) return null
  return key.indexOf(':', area.length + 1) === -1 ? 'head' : 'piece'
}

export const pieceKey = (head: string, id: string): string => `${head}:${id}`

/** A head that holds the value; null where that is too long. */
export const shortHead = (name: string, value: string): string | null => fitting({ name, value })

/** A head that says where the pieces of the value are; null where there are too many. */
export const longHead = (name: string, pieces: readonly Piece[]): string | null =>
  fitting({ name, pieces: pieces.map(({ id }) => id) })

const fitting = (head: Head): string | null => {
  const text = JSON.stringify(head)
  return text.length > STORAGE_VALUE_MAX_CHARACTERS ? null : text
}

/** What a head says; null where it is none. */
export const readHead = (text: string): Head | null => {
  try {
    const head: unknown = JSON.parse(text)
    if (typeof head !== 'object' || head === null || !('name' in head) || typeof head.name !== 'string')
      return null
    if ('value' in head && typeof head.value === 'string') return { name: head.name, value: head.value }
    if ('pieces' in head && Array.isArray(head.pieces))
      return { name: head.name, pieces: head.pieces.map(String) }
    return null
  } catch {
    return null
  }
}

/**
 * A value in pieces that fit. A piece that is the same as the one in its place before keeps its record, so that a
 * change in a large save is a few writes.
 * @param newId makes the end of a new record's key
 */
export const piecesOf = (value: string, before: readonly Piece[], newId: () => string): readonly Piece[] => {
  const text = JSON.stringify(value)
  const pieces: Piece[] = []
  const unusedId = (): string => {
    const id = newId()
    // An earlier page of the same minute may have used it.
    return before.some((one) => one.id === id) ? unusedId() : id
  }
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + STORAGE_VALUE_MAX_CHARACTERS)
    // No pair is cut in two.
    if (to < text.length && /[\ud800-\udbff]/.test(text.charAt(to - 1))) to -= 1
    const piece = text.slice(from, to)
    const old = before[pieces.length]
    pieces.push(old?.text === piece ? old : { id: unusedId(), text: piece })
    from = to
  }
  return pieces
}

/** The value that pieces hold; null where one is missing. */
export const joinPieces = (texts: readonly (string | null)[]): string | null => {
  try {
    const value: unknown = texts.includes(null) ? null : JSON.parse(texts.join(''))
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** 53 bits of a name, in letters and digits (cyrb53). */
const hashOf = (name: string): string => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < name.length; index++) {
    const unit = name.charCodeAt(index)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36)
}
