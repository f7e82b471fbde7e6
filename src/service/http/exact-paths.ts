/** Routes match letter case exactly: ignoring it would hide a client's mistake. */
export const EXACT_PATHS = { caseSensitive: true, strict: true } as const
