const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A duration in words, in its two largest units: `1 day 2 hours`. */
export const formatLongTime = (milliseconds: number): string => {
  const parts: string[] = []
  let left = milliseconds
  for (const [name, length] of UNITS) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0 && parts.length < 2) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' ')
}
