import type { ErrorCode } from '../../platform/error-codes.js'
import { SHARE_IMAGE_MIN_PIXELS } from '../../platform/limits.js'
import type { ExampleName } from '../examples.js'
import { limitValue } from '../limit-value.js'

export interface ErrorText {
  /** What to do about it. */
  readonly remedy: string
  readonly example: ExampleName
}

/** What to do about each code (7), and an example that does it. */
export const ERROR_TEXTS = {
  NO_HOST: {
    remedy:
      'Run the app in the simulator: `miniapp dev`. To keep the page usable outside a host, catch the error.',
    example: 'errors/no-host',
  },
  TIMEOUT: {
    remedy: 'Continue without the answer, and try again later.',
    example: 'errors/try-again',
  },
  INVALID: {
    remedy:
      'Fix the parameters. The simulator’s log names the wrong one; `miniapp check` finds many before you run the app.',
    example: 'errors/invalid',
  },
  INVALID_KEY: {
    remedy: `Use 1 to ${limitValue('KEY_MAX_CHARACTERS')} of \`A-Z a-z 0-9 _ . : -\`. Replace other characters in text that people typed.`,
    example: 'errors/invalid-key',
  },
  VALUE_TOO_LONG: {
    remedy: 'Store less, or split the text over several keys.',
    example: 'errors/value-too-long',
  },
  STORAGE_FULL: {
    remedy: 'Remove keys that you no longer need, or put several values into one text.',
    example: 'errors/storage-full',
  },
  RATE_LIMITED: {
    remedy: 'Write less often: collect changes, and save after a pause or when the app is hidden.',
    example: 'saved-game',
  },
  NEEDS_TAP: {
    remedy:
      'Make the call first in a click, pointer-up, touch-end or key-down handler. Do slow work before the tap or after the call, not in between.',
    example: 'errors/needs-tap',
  },
  BUSY: {
    remedy: 'Wait until the sheet is closed or the AI request is over. Disable the button meanwhile.',
    example: 'errors/busy',
  },
  STORE_FULL: {
    remedy:
      'Write records that may be lost with `replaceable: true` and a rank, so that newer and better ones find room.',
    example: 'errors/store-full',
  },
  MATCH_FULL: { remedy: 'Offer another match, or host one.', example: 'errors/join' },
  NO_SUCH_MATCH: {
    remedy: 'Let the person check the code. The match may have closed.',
    example: 'errors/join',
  },
  ALREADY_IN_MATCH: { remedy: 'Call `multiplayer.leave` first.', example: 'multiplayer.leave' },
  NOT_IN_MATCH: {
    remedy: 'Stop sending when the match closes: listen to the event `closed`.',
    example: 'multiplayer.send',
  },
  MESSAGE_TOO_LARGE: { remedy: 'Send only what changed, or split it.', example: 'multiplayer.send' },
  INVALID_IMAGE: {
    remedy: `Send a canvas, or a PNG or JPEG of ${SHARE_IMAGE_MIN_PIXELS} to ${limitValue('SHARE_IMAGE_MAX_PIXELS')} per side. Load pictures for the canvas with \`crossorigin\`.`,
    example: 'share-canvas',
  },
  IMAGE_TOO_LARGE: { remedy: 'Draw a smaller canvas, or send a JPEG.', example: 'errors/image-too-large' },
  INVALID_TEXT: {
    remedy: 'Leave out tags, hashtags and links: the host adds a link to your app. Shorten long texts.',
    example: 'share',
  },
  NO_SUCH_PRODUCT: { remedy: 'Use an ID from `products` in the manifest.', example: 'pay' },
  NOT_CONSUMABLE: {
    remedy:
      'Consume only consumables without `consumed_at`. After a crash it may already be consumed: continue.',
    example: 'consume',
  },
  LAUNCH_INVALID: {
    remedy: 'Ask the person to open the app again. Nothing can be saved any more.',
    example: 'errors/session-over',
  },
  MINI_APP_UNAVAILABLE: { remedy: 'Nothing: the host closes the app.', example: 'errors/session-over' },
  MINI_APP_DELETED: { remedy: 'Nothing: the host closes the app.', example: 'errors/session-over' },
  OFFLINE: {
    remedy: 'Continue, and try again when there is a connection.',
    example: 'errors/try-again',
  },
  UNKNOWN_METHOD: {
    remedy: 'Check `supports` before you offer it, or name the feature in `requires` of the manifest.',
    example: 'supports',
  },
  NOT_DECLARED: {
    remedy: 'Declare the capability, or its tool, in `capabilities` of the manifest.',
    example: 'errors/not-declared',
  },
} as const satisfies Record<ErrorCode, ErrorText>
