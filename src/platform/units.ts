/** Sizes in bytes and times in milliseconds: the documents give 1 MB as 1,048,576 bytes. */
export const KB = 1_024
export const MB = 1_048_576
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Times as documents, logs and answers have them: ISO 8601 in UTC. */

/** Matches times such as `2026-01-01T12:00:00.000Z`. */
export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** @param milliseconds since 1970 */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
