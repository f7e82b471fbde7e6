import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/units.js'

const DATES_FROM_MS = 7 * DAY_MS

/**
 * A readable time: relative within a week, else the date; the exact time if `now` is null.
 * @param at milliseconds since 1970
 */
export const describeTime = (at: number, now: number | null): string => {
  const iso = new Date(at).toISOString()
  if (now === null) return iso
  const ago = now - at
  if (ago < 0 || ago >= DATES_FROM_MS) return iso.slice(0, 10)
  if (ago < MINUTE_MS) return 'just now'
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min ago`
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)} h ago`
  const days = Math.floor(ago / DAY_MS)
  return days === 1 ? 'yesterday' : `${days} days ago`
}
