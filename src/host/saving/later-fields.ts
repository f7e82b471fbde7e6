/**
 * What a schema read, together with the fields that it left out: a later version of this program added them, and would
 * miss them if this version wrote the data back without them. Elements of lists are taken in order.
 * @param saved what was given to the schema
 */
export const withLaterFields = <Value>(read: Value, saved: unknown): Value =>
  // It has every field of what was read.
  merged(read, saved) as Value

const merged = (read: unknown, saved: unknown): unknown => {
  if (Array.isArray(read) && Array.isArray(saved))
    return read.map((element, index) => merged(element, saved[index]))
  if (!isPlain(read) || !isPlain(saved)) return read
  const known = Object.entries(read).map(([name, value]) => [name, merged(value, saved[name])])
  return Object.fromEntries([...known, ...Object.entries(laterFields(saved, read))])
}

/** The fields of saved data that another document lacks. */
export const laterFields = (saved: unknown, known: unknown): Readonly<Record<string, unknown>> =>
  isPlain(saved) && isPlain(known)
    ? Object.fromEntries(Object.entries(saved).filter(([name]) => !Object.hasOwn(known, name)))
    : {}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
