/** Times that were put down by the clock of a machine are alike within this. */
const CLOSE_MS = 10_000

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** What the host draws: `u_…`, `p_…` and their seats. */
const DRAWN_ID = /^[a-z]+_[a-z2-7]{16}(~[2-8])?$/

/**
 * Whether two values of logs say the same: times may be a little apart, and an id that the host drew may be another
 * one, as long as it is the same other one everywhere.
 * @param renamed which ids became which; it grows with each that is met
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

/** A field that is undefined is not in the JSON of a log. */
const present = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, field]) => field !== undefined))

const alikeTexts = (a: string, b: string, renamed: Map<string, string>): boolean => {
  if (DRAWN_ID.test(a) && DRAWN_ID.test(b)) {
    const known = renamed.get(a)
    if (known !== undefined) return known === b
    if ([...renamed.values()].includes(b)) return false
    renamed.set(a, b)
    return true
  }
  if (a === b) return true
  return ISO_TIME.test(a) && ISO_TIME.test(b) && Math.abs(Date.parse(a) - Date.parse(b)) <= CLOSE_MS
}
