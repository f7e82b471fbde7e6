/** Numbers as people read them. */

const KB = 1_024
const MB = 1_048_576

/** A whole number with thousands separated by commas. (What Node.js has for this takes 10 ms to load.) */
export const formatNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** A size in the unit that suits it; a MB is 1,048,576 bytes. */
export const formatBytes = (bytes: number): string => {
  if (bytes < KB) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return bytes < MB ? `${rounded(bytes / KB)} KB` : `${rounded(bytes / MB)} MB`
}

/** A size beside a limit that it exceeds: exact where rounding would make the two look equal. */
export const formatBytesOver = (bytes: number, limit: number): string =>
  formatBytes(bytes) === formatBytes(limit) ? `${formatNumber(bytes)} bytes` : formatBytes(bytes)

const rounded = (value: number): string => String(Math.round(value * 10) / 10)
