/** Readable numbers. */

import { formatNumber } from '../platform/text.js'
import { KB, MB } from '../platform/units.js'

export { formatNumber }

/** `1 file`, `1,234 files`. @param several the word for more than one, where it is not the first with an s */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`

/** A size in a suitable unit; 1 MB is 1,048,576 bytes. */
export const formatBytes = (bytes: number): string => {
  if (bytes < KB) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return bytes < MB ? `${rounded(bytes / KB)} KB` : `${rounded(bytes / MB)} MB`
}

/** A size next to a limit that it exceeds: exact if rounding would make them look equal. */
export const formatBytesOver = (bytes: number, limit: number): string =>
  formatBytes(bytes) === formatBytes(limit) ? `${formatNumber(bytes)} bytes` : formatBytes(bytes)

const rounded = (value: number): string => String(Math.round(value * 10) / 10)
