/** What a storage key or a shared record's key looks like (2.7, 8.2). */
export const KEY_PATTERN = /^[A-Za-z0-9_.:-]{1,128}$/
