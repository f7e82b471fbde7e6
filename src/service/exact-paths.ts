/** Interfaces answer under their own addresses alone: one that forgave letter case would hide a client's slip. */
export const EXACT_PATHS = { caseSensitive: true, strict: true } as const
