/** Sizes in bytes and times in milliseconds: the documents give 1 MB as 1,048,576 bytes. */
export const KB = 1_024
export const MB = 1_048_576
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
