/** Numbers as people read them. */

import { formatNumber } from '../platform/text.js'
import { KB, MB } from '../platform/units.js'

export { formatNumber }

/** A size in the unit that suits it; a MB is 1,048,576 bytes. */
export const formatBytes = (bytes: number): string => {
  if (bytes < KB) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return bytes < MB ? `${rounded(bytes / KB)} KB` : `${rounded(bytes / MB)} MB`
}

/** A size beside a limit that it exceeds: exact where rounding would make the two look equal. */
export const formatBytesOver = (bytes: number, limit: number): string =>
  formatBytes(bytes) === formatBytes(limit) ? `${formatNumber(bytes)} bytes` : formatBytes(bytes)

const rounded = (value: number): string => String(Math.round(value * 10) / 10)
