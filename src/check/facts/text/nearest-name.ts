import { slips } from '../../suggestion.js'

/**
 * The dotted name that another most likely means; null where none is near, or two are.
 * @param names the names that there are
 */
export const nearestName = (typed: string, names: readonly string[]): string | null => {
  const mistyped = mistypedName(typed, names)
  if (mistyped !== null) return mistyped
  const beginning = names.filter((name) => isBeginning(name, typed))
  if (beginning.length === 1) return beginning[0] ?? null
  // The right name in the wrong place: `Service.generate`, `Service.db.leave`.
  const last = plain(lastPart(typed))
  const placed = names.filter((name) => plain(lastPart(name)) === last)
  return placed.length === 1 ? (placed[0] ?? null) : null
}

/** The name that differs from a mistyped one in a letter or two; null where none does, or two do. */
export const mistypedName = (typed: string, names: readonly string[]): string | null => {
  const same = names.find((name) => plain(name) === plain(typed))
  if (same !== undefined) return same
  const [nearest, second] = names
    .map((name) => ({ name, distance: distance(typed, name) }))
    .filter((one) => one.distance !== null)
    .toSorted((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
  return nearest !== undefined && nearest.distance !== second?.distance ? nearest.name : null
}

/** How far two names are from each other; null where that is further than by a slip. */
const distance = (typed: string, name: string): number | null => {
  // Names of one group have much in common that says nothing.
  const isGrouped = typed.includes('.') && group(typed) === group(name)
  const [a, b] = isGrouped ? [plain(lastPart(typed)), plain(lastPart(name))] : [plain(typed), plain(name)]
  const found = slips(a, b)
  return found <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 3)) && found < a.length ? found : null
}

const group = (name: string): string => name.slice(0, name.lastIndexOf('.') + 1)

/** Letter case and the marks between words are what people mistake first. */
const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Whether one name is the beginning of the other: `storage.set` of `storage.setItem`, `join` of `joined`. */
const isBeginning = (name: string, typed: string): boolean => {
  const [short, long] = name.length < typed.length ? [name, typed] : [typed, name]
  if (short === '' || !long.startsWith(short)) return false
  return short.length >= LONG_ENOUGH || /^[A-Z_-]/.test(long.slice(short.length))
}

/** So many letters are a beginning that is nobody else's. */
const LONG_ENOUGH = 4
