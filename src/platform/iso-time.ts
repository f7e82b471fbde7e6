/** Times as documents, logs and answers have them: ISO 8601 in UTC. */

/** Matches times such as `2026-01-01T12:00:00.000Z`. */
export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** @param milliseconds since 1970 */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
