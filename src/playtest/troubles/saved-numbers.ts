import type { AppData } from '../../testing/index.js'

/** The numbers that an app has saved, by where they are. */
export type SavedNumbers = ReadonlyMap<string, number>

/** Every number in the storage and the records of the person in seat 1, also inside JSON. Times are left out. */
export const savedNumbers = ({ storage = {}, sharedStore = [], ownerId }: AppData): SavedNumbers => {
  const numbers = new Map<string, number>()
  const add = (place: string, value: unknown): void => {
    if (typeof value === 'number') {
      if (Math.abs(value) < EARLIEST_TIME) numbers.set(place, value)
    } else if (typeof value === 'string') {
      const parsed = parsedJson(value)
      if (typeof parsed === 'number' || (typeof parsed === 'object' && parsed !== null)) add(place, parsed)
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [key, inner] of Object.entries(value)) add(`${place}.${key}`, inner)
  }
  for (const [key, value] of Object.entries(storage['1'] ?? {})) add(`storage ${JSON.stringify(key)}`, value)
  for (const { player, key, value } of sharedStore)
    if (player === ownerId) add(`record ${JSON.stringify(key)}`, value)
  return numbers
}

/** A number this large is a time in milliseconds. */
const EARLIEST_TIME = 1e11

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Replaces numbers that the person in seat 1 has in the storage by `LARGE`. @returns null where there are none */
export const withLarge = (data: AppData, isReplaced: (value: number) => boolean): AppData | null => {
  let replaced = 0
  const replace = (value: unknown): unknown => {
    if (typeof value === 'number' && isReplaced(value)) {
      replaced += 1
      return LARGE
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]))
  }
  const own = Object.entries(data.storage?.['1'] ?? {}).map(([key, text]) => {
    const before = replaced
    const value = JSON.stringify(replace(parsedJson(text)))
    return [key, replaced > before ? value : text] as const
  })
  return replaced === 0 ? null : { ...data, storage: { ...data.storage, '1': Object.fromEntries(own) } }
}

/** A number that is shown with a separator. */
export const LARGE = 12_345

/** What an interrupted purchase did to the saved numbers, compared with the same purchase without an interruption. */
export type Credit =
  /** As without the interruption, or in another way that says nothing. */
  | { readonly kind: 'same' }
  /** Where a number has changed twice as much, and both changes. */
  | { readonly kind: 'twice'; readonly place: string; readonly once: number; readonly found: number }
  /** Everything that differs has changed half as much: without the interruption, it was credited twice. */
  | { readonly kind: 'half'; readonly place: string; readonly once: number; readonly found: number }
  /** No number has changed. */
  | { readonly kind: 'none'; readonly place: string; readonly once: number }

/** Compares what was saved before a purchase, after it, and after one that was interrupted. */
export const creditOf = (before: SavedNumbers, after: SavedNumbers, interrupted: SavedNumbers): Credit => {
  const changes = [...after].flatMap(([place, value]) => {
    const start = before.get(place) ?? 0
    const once = value - start
    return once === 0 ? [] : [{ place, once, found: (interrupted.get(place) ?? 0) - start }]
  })
  const twice = changes.find(({ once, found }) => found === 2 * once)
  if (twice !== undefined) return { kind: 'twice', ...twice }
  const [half, ...others] = changes.filter(({ once, found }) => found !== once)
  if (half !== undefined && [half, ...others].every(({ once, found }) => once === 2 * found))
    return { kind: 'half', ...half }
  const [first] = changes
  if (first === undefined || changes.some(({ found }) => found !== 0)) return { kind: 'same' }
  return { kind: 'none', place: first.place, once: first.once }
}
