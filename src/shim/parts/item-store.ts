import {
  type Area,
  headKey,
  joinPieces,
  kindOfKey,
  longHead,
  nameOfPlain,
  type Piece,
  pieceKey,
  piecesOf,
  plainKey,
  plainRecord,
  readHead,
  shortHead,
} from './item-records.js'

/*! Where each item is in Service.storage, and in which order its records are written, so that none is ever half there. */

/** `Service.storage`, as far as it is needed. */
export interface Storage {
  keys(): Promise<readonly string[]>
  get(key: string): Promise<string | null>
}

/** A record to set, or with null to remove. */
export interface Write {
  readonly key: string
  readonly value: string | null
}

/** The records of one item. */
interface Place {
  readonly plain: boolean
  /** Its head's pieces; null where it has no head. */
  readonly pieces: readonly Piece[] | null
}

const NOWHERE: Place = { plain: false, pieces: null }

/** Pieces that no head names for so long are what a write left behind that was cut off. */
const FORGOTTEN_AFTER_MINUTES = 24 * 60

/** One area's items in the store. */
export type ItemStore = ReturnType<typeof createItemStore>

/** Writes in their order, and what to call when they went through. */
interface PlannedWrites {
  readonly writes: readonly Write[]
  /** The keys of pieces that are there already, and must be. */
  readonly relies: readonly string[]
  readonly done: () => unknown
}

/** How many characters of a piece's id are by chance. */
export const RANDOM_CHARACTERS = 3

/**
 * @param minute minutes since 1970
 * @param random some letters or digits, others each time
 */
export const createItemStore = (area: Area, minute: () => number, random: () => string) => {
  const places = new Map<string, Place>()
  let forgotten: readonly string[] = []

  const placeOf = (name: string): Place => places.get(name) || NOWHERE
  let last = Number.parseInt(random(), 36)
  // The time tells what was left behind. The rest counts on from a number by chance: it keeps the pieces of a value apart, and
  // those of two windows.
  const newId = (): string => {
    last = (last + 1) % 36 ** RANDOM_CHARACTERS
    return `${minute().toString(36)}${last.toString(36).padStart(RANDOM_CHARACTERS, '0')}`
  }
  const isOld = (key: string): boolean => {
    const id = key.slice(key.lastIndexOf(':') + 1)
    return !(minute() - Number.parseInt(id.slice(0, -RANDOM_CHARACTERS), 36) < FORGOTTEN_AFTER_MINUTES)
  }

  const readHeadOf = async (storage: Storage, key: string) => {
    const text = await storage.get(key)
    const head = text === null ? null : readHead(text)
    if (head === null) return null
    const ids = head.pieces === undefined ? [] : head.pieces
    const texts = await Promise.all(ids.map((id) => storage.get(pieceKey(key, id))))
    return {
      name: head.name,
      value: head.value === undefined ? joinPieces(texts) : head.value,
      pieces: ids.map((id, index) => ({ id, text: texts[index] || '' })),
    }
  }

  return {
    /** Reads every item, with its name and value. @param keys all keys of the store */
    read: async (storage: Storage, keys: readonly string[]) => {
      const items = new Map<string, string>()
      const plain = keys.map(async (key) => {
        const name = nameOfPlain(area, key)
        return { name, value: name === null ? null : await storage.get(key) }
      })
      const headKeys = keys.filter((key) => kindOfKey(area, key) === 'head')
      const heads = headKeys.map((key) => readHeadOf(storage, key))
      for (const { name, value } of await Promise.all(plain)) {
        if (name === null || value === null) continue
        places.set(name, { plain: true, pieces: null })
        items.set(name, value)
      }
      const named = new Set<string>()
      // What a head says is newer than a plain record of the same name.
      for (const [index, head] of (await Promise.all(heads)).entries()) {
        if (head === null) continue
        const { name, value, pieces } = head
        for (const { id } of pieces) named.add(pieceKey(headKeys[index] || '', id))
        places.set(name, { plain: placeOf(name).plain, pieces })
        if (value !== null) items.set(name, value)
      }
      forgotten = keys.filter((key) => kindOfKey(area, key) === 'piece' && !named.has(key) && isOld(key))
      return [...items].map(([name, value]) => ({ name, value }))
    },

    /** The writes that clear away what a write left behind that was cut off, at some other time. */
    takeForgotten: (): readonly Write[] => {
      const writes = forgotten.map((key) => ({ key, value: null }))
      forgotten = []
      return writes
    },

    /**
     * The writes that keep an item, in their order: pieces first, then the head that names them, then what it no longer
     * needs. Cut off anywhere, they leave the old value or the new one.
     * @param value null where the item was removed
     * @returns null where the item is too large for the store; `done` notes that they went through
     */
    writesFor: (name: string, value: string | null): PlannedWrites | null => {
      const before = placeOf(name)
      const oldPieces = before.pieces || []
      const head = headKey(area, name)
      const dropPlain: readonly Write[] = before.plain ? [{ key: plainKey(area, name), value: null }] : []
      const dropPieces = (kept: readonly Piece[]): readonly Write[] =>
        oldPieces
          .filter(({ id }) => !kept.some((piece) => piece.id === id))
          .map(({ id }) => ({ key: pieceKey(head, id), value: null }))
      const dropHead: readonly Write[] = before.pieces === null ? [] : [{ key: head, value: null }]
      if (value === null)
        return {
          // A plain record that is left when the head is gone would count again.
          writes: [...dropPlain, ...dropHead, ...dropPieces([])],
          relies: [],
          done: () => places.delete(name),
        }
      const plain = before.pieces === null ? plainRecord(area, name, value) : null
      if (plain !== null)
        return {
          writes: [plain],
          relies: [],
          done: () => places.set(name, { plain: true, pieces: null }),
        }
      const short = shortHead(name, value)
      const pieces = short === null ? piecesOf(value, oldPieces, newId) : []
      const text = short === null ? longHead(name, pieces) : short
      if (text === null) return null
      return {
        writes: [
          ...pieces
            .filter((piece) => !oldPieces.includes(piece))
            .map(({ id, text }) => ({ key: pieceKey(head, id), value: text })),
          { key: head, value: text },
          ...dropPieces(pieces),
          ...dropPlain,
        ],
        relies: pieces.filter((piece) => oldPieces.includes(piece)).map(({ id }) => pieceKey(head, id)),
        done: () => places.set(name, { plain: false, pieces }),
      }
    },

    /** Another window has removed pieces of an item: none of them is used again. */
    distrust: (name: string): void => {
      const { plain, pieces } = placeOf(name)
      // Known, so that what is left of them goes with the next write; and like no piece of any value.
      places.set(name, { plain, pieces: (pieces || []).map(({ id }) => ({ id, text: '' })) })
    },
  }
}
