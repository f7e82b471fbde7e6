import {
  LIVE_MATCHES_PER_APP,
  MESSAGE_MAX_BYTES,
  SESSION_MS,
  SHARE_IMAGE_MAX_BYTES,
  SHARE_IMAGE_MAX_PIXELS,
  SHARE_IMAGE_MIN_PIXELS,
  SHARE_TEXT_MAX_CHARACTERS,
  STORAGE_MAX_KEYS,
  STORAGE_VALUE_MAX_CHARACTERS,
} from './limits.js'
import { formatNumber } from './text.js'
import { HOUR_MS, MB } from './units.js'

/** The codes that an SDK call can reject with, each with its meaning for the developer (section 7). */
export const ERROR_CODES = {
  NO_HOST: 'Not running inside the host or the simulator.',
  TIMEOUT: 'The host did not answer in time.',
  INVALID: 'Bad parameters.',
  INVALID_KEY: 'A storage key that does not match the pattern.',
  VALUE_TOO_LONG: `A stored value over ${formatNumber(STORAGE_VALUE_MAX_CHARACTERS)} characters.`,
  STORAGE_FULL: `More than ${formatNumber(STORAGE_MAX_KEYS)} keys.`,
  RATE_LIMITED: `Too many writes, reads or payment requests, or ${LIVE_MATCHES_PER_APP} live matches for the app.`,
  NEEDS_TAP: 'A tap-only call was not made from a tap or click.',
  BUSY: 'A host sheet is open, or an AI request of the app is running.',
  STORE_FULL: 'The shared store is full and nothing in it may be replaced.',
  MATCH_FULL: 'The match has as many players as allowed.',
  NO_SUCH_MATCH: 'No open match with that code or ID for this person.',
  ALREADY_IN_MATCH: 'Leave the current match first.',
  NOT_IN_MATCH: 'A message was sent without a match.',
  MESSAGE_TOO_LARGE: `A multiplayer message over ${formatNumber(MESSAGE_MAX_BYTES)} bytes of JSON.`,
  INVALID_IMAGE: `The share image is not a readable PNG or JPEG of ${SHARE_IMAGE_MIN_PIXELS} to ${formatNumber(SHARE_IMAGE_MAX_PIXELS)} pixels per side.`,
  IMAGE_TOO_LARGE: `The share image is over ${SHARE_IMAGE_MAX_BYTES / MB} MB.`,
  INVALID_TEXT: `Share text over ${SHARE_TEXT_MAX_CHARACTERS} characters, or containing an \`@\` tag, a \`#\` hashtag, a link or a control character.`,
  NO_SUCH_PRODUCT: "The product ID is not in the running version's manifest.",
  NOT_CONSUMABLE: 'Already consumed, or not a consumable.',
  LAUNCH_INVALID: `The session ended, for example after ${SESSION_MS / HOUR_MS} hours.`,
  MINI_APP_UNAVAILABLE: 'The app was blocked while running.',
  MINI_APP_DELETED: 'The app was deleted by its developer while running.',
  OFFLINE: "Phones only: no connection for a call that needs the service's servers.",
  UNKNOWN_METHOD: 'A method this host version does not know.',
  NOT_DECLARED: 'The call needs a capability, or a tool of one, that the manifest does not declare.',
} as const satisfies Record<string, string>

/** A code of section 7. */
export type ErrorCode = keyof typeof ERROR_CODES
