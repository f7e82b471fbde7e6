/** The limits of `storage.*` (8.2), by themselves: they go into the file that apps load. */
export const STORAGE_VALUE_MAX_CHARACTERS = 4_096
export const STORAGE_MAX_KEYS = 1_024
export const KEY_MAX_CHARACTERS = 128 // also shared-record keys, 2.7
export const STORAGE_WRITES_PER_MINUTE = 120

/** What a storage key or a shared record's key looks like (2.7, 8.2). */
export const KEY_PATTERN = /^[A-Za-z0-9_.:-]{1,128}$/
