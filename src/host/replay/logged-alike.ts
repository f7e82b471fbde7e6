import { ISO_TIME } from '../../platform/iso-time.js'
import { RANDOM_ID } from '../randomness.js'

/** Times of a machine's clock count as equal within this. */
const CLOSE_MS = 10_000

/**
 * Whether two logged values are equivalent: times may differ a little, and random ids may differ as long as each is
 * consistently replaced by the same other id.
 * @param renamed the ids that replace each other; ids seen for the first time are added
 */
export const loggedAlike = (a: unknown, b: unknown, renamed: Map<string, string>): boolean => {
  if (typeof a === 'string' && typeof b === 'string') return alikeTexts(a, b, renamed)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = present(a)
  const right = present(b)
  return (
    left.size === right.size &&
    [...left].every(([key, value]) => right.has(key) && loggedAlike(value, right.get(key), renamed))
  )
}

/** The fields without those that are undefined, which JSON leaves out. */
const present = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, field]) => field !== undefined))

const alikeTexts = (a: string, b: string, renamed: Map<string, string>): boolean => {
  if (RANDOM_ID.test(a) && RANDOM_ID.test(b)) {
    const known = renamed.get(a)
    if (known !== undefined) return known === b
    if ([...renamed.values()].includes(b)) return false
    renamed.set(a, b)
    return true
  }
  if (a === b) return true
  return ISO_TIME.test(a) && ISO_TIME.test(b) && Math.abs(Date.parse(a) - Date.parse(b)) <= CLOSE_MS
}
