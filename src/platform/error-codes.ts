/** The codes that an SDK call can reject with, each with its meaning for the developer (section 7). */
export const ERROR_CODES = {
  NO_HOST: 'Not running inside the host or the simulator.',
  TIMEOUT: 'The host did not answer in time.',
  INVALID: 'Bad parameters.',
  INVALID_KEY: 'A storage key that does not match the pattern.',
  VALUE_TOO_LONG: 'A stored value over 4,096 characters.',
  STORAGE_FULL: 'More than 1,024 keys.',
  RATE_LIMITED: 'Too many writes, reads or payment requests, or 500 live matches for the app.',
  NEEDS_TAP: 'A tap-only call was not made from a tap or click.',
  BUSY: 'A host sheet is open, or an AI request of the app is running.',
  STORE_FULL: 'The shared store is full and nothing in it may be replaced.',
  MATCH_FULL: 'The match has as many players as allowed.',
  NO_SUCH_MATCH: 'No open match with that code or id for this person.',
  ALREADY_IN_MATCH: 'Leave the current match first.',
  NOT_IN_MATCH: 'A message was sent without a match.',
  MESSAGE_TOO_LARGE: 'A multiplayer message over 1,024 bytes of JSON.',
  INVALID_IMAGE: 'The share image is not a readable PNG or JPEG of 64 to 4,096 pixels per side.',
  IMAGE_TOO_LARGE: 'The share image is over 6 MB.',
  INVALID_TEXT:
    'Share text over 380 characters, or containing an `@` tag, a `#` hashtag, a link or a control character.',
  NO_SUCH_PRODUCT: "The product id is not in the running version's manifest.",
  NOT_CONSUMABLE: 'Already consumed, or not a consumable.',
  LAUNCH_INVALID: 'The session ended, for example after 12 hours.',
  MINI_APP_UNAVAILABLE: 'The app was blocked while running.',
  MINI_APP_DELETED: 'The app was deleted by its developer while running.',
  OFFLINE: "Phones only: no connection for a call that needs the service's servers.",
  UNKNOWN_METHOD: 'A method this host version does not know.',
  NOT_DECLARED: 'An AI call for a capability, or the `web_search` tool, that the manifest does not declare.',
} as const satisfies Record<string, string>

/** A code of section 7. */
export type ErrorCode = keyof typeof ERROR_CODES
