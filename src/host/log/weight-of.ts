/** The approximate size of a value in memory, in bytes. */
export const weightOf = (value: unknown): number => {
  if (typeof value === 'string') return BYTES_PER_VALUE + 2 * value.length
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE
  let weight = BYTES_PER_VALUE
  if (Array.isArray(value)) for (const element of value) weight += weightOf(element)
  else
    for (const key of Object.keys(value))
      weight += 2 * key.length + weightOf((value as Readonly<Record<string, unknown>>)[key])
  return weight
}

const BYTES_PER_VALUE = 32
