/**
 * Every number of the platform, once, with the unit in its name and its section beside it.
 * Sections are those of the mini app platform document unless "API" is written before them.
 * MB is 1,048,576 bytes and KB is 1,024 bytes.
 */

import { DAY_MS, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from './units.js'

// Manifest: 2.2, 2.3, 2.4
export const MANIFEST_FORMAT_VERSION = 1 // 2.2, 9
export const VERSION_PART_MAX = 9_999 // 2.2, 9
export const NAME_MIN_CHARACTERS = 2 // 2.2
export const NAME_MAX_CHARACTERS = 30 // 2.2
export const SUMMARY_MIN_CHARACTERS = 10 // 2.2
export const SUMMARY_MAX_CHARACTERS = 80 // 2.2
export const DESCRIPTION_MIN_CHARACTERS = 1 // 2.2
export const DESCRIPTION_MAX_CHARACTERS = 2_000 // 2.2
export const ICON_MIN_PIXELS = 128 // 2.2
export const ICON_MAX_PIXELS = 1_024 // 2.2
export const MAX_SCREENSHOTS = 5 // 2.2, 8.1
export const MAX_PRODUCTS = 50 // 2.2, 8.1
export const PRODUCT_ID_MAX_CHARACTERS = 40 // 2.3
export const PRODUCT_TITLE_MIN_CHARACTERS = 1 // 2.3
export const PRODUCT_TITLE_MAX_CHARACTERS = 40 // 2.3
export const STATEMENT_MIN_CHARACTERS = 10 // 2.3
export const STATEMENT_MAX_CHARACTERS = 140 // 2.3
export const PURPOSE_MIN_CHARACTERS = 10 // 2.4
export const PURPOSE_MAX_CHARACTERS = 140 // 2.4
export const PRODUCT_PRICE_MIN_THOUSANDTHS = 100 // 2.3, 8.4: 0.1 credits
export const PRODUCT_PRICE_MAX_THOUSANDTHS = 20_000 // 2.3, 8.4: 20 credits
export const ACCESS_PRICE_MIN_THOUSANDTHS = 100 // 2.3, 8.4: 0.1 credits
export const ACCESS_PRICE_MAX_THOUSANDTHS = 50_000 // 2.3, 8.4: 50 credits
export const CAPABILITY_MIN_VERSION = 1 // 2.4, 9

// Bundle: 8.1
export const MAX_ZIP_BYTES = 20 * MB
export const MAX_UNPACKED_BYTES = 60 * MB
export const MAX_FILE_BYTES = 20 * MB
export const MAX_FILES = 1_000
export const RATIO_CHECKED_ABOVE_BYTES = 1 * MB
export const MAX_COMPRESSION_RATIO = 100
export const MAX_PATH_LEVELS = 10
export const MAX_PATH_CHARACTERS = 180
export const AUTO_APPROVAL_WAIT_MS = 1 * HOUR_MS // 3.1, 8.1

// Accounts and uploads: 2.1, 8.1
export const APPS_PER_ACCOUNT = 5 // 2.1, 8.1
export const APPS_PER_PARTNER = 20 // 2.1, 8.1
export const UPLOADS_PER_DAY = 10 // 8.1: of one app
export const UPLOADS_WINDOW_MS = 1 * DAY_MS // readings: rates are sliding windows

/**
 * What can be checked (readings): a page or an SVG beyond these limits is refused. Browsers nest at most 512 levels, and
 * wrongly nested formatting makes a parser copy elements many times: a page of 200 KB can take gigabytes.
 */
export const PAGE_MAX_ELEMENTS = 150_000
export const PAGE_MAX_DEPTH = 2_000
export const PAGE_MAX_ATTRIBUTES = 10_000 // of one element
/** Each tag, text and comment counts its ancestors, plus `PAGE_STEPS_EACH`. */
export const PAGE_MAX_STEPS = 100_000_000
export const PAGE_STEPS_EACH = 100
export const DRAWING_MAX_DEPTH = 256
/** Each element of an SVG counts its ancestors, plus `DRAWING_STEPS_EACH`. */
export const DRAWING_MAX_STEPS = 200_000_000
export const DRAWING_STEPS_EACH = 200
/** How much the entities of an SVG may add, and how long its DOCTYPE may be. */
export const DRAWING_MAX_EXPANDED_CHARACTERS = 1_048_576
export const DRAWING_MAX_DOCTYPE_CHARACTERS = 16_384

// SDK at run time: 8.2
export {
  KEY_MAX_CHARACTERS,
  STORAGE_MAX_KEYS,
  STORAGE_VALUE_MAX_CHARACTERS,
  STORAGE_WRITES_PER_MINUTE,
} from './storage-limits.js'
export const REQUEST_MAX_BYTES = 64 * KB
export const SHARE_REQUEST_MAX_BYTES = 9 * MB
export const REQUEST_ID_MAX_CHARACTERS = 64 // 4, 8.2
export const READY_TIMEOUT_MS = 10 * SECOND_MS
export const CALL_TIMEOUT_MS = 20 * SECOND_MS
export const SHARES_PER_HOUR = 20
export const SHARE_IMAGE_MAX_BYTES = 6 * MB // 4.4
export const SHARE_IMAGE_MIN_PIXELS = 64 // 4.4
export const SHARE_IMAGE_MAX_PIXELS = 4_096 // 4.4
export const SHARE_PNG_MAX_BYTES = 5 * MB // 4.4: a re-drawn PNG above this becomes a JPEG
export const SHARE_TEXT_MAX_CHARACTERS = 380 // 4.4
export const PICK_IMAGE_SIZE_MIN_PIXELS = 64 // 4.5
export const PICK_IMAGE_SIZE_MAX_PIXELS = 4_096 // 4.5
export const PICK_IMAGE_SIZE_DEFAULT_PIXELS = 2_048 // 4.5
export const PICK_IMAGE_SOURCE_MAX_BYTES = 50 * MB // 4.5
export const PICK_IMAGE_PNG_MAX_BYTES = 10 * MB // 4.5: a PNG above this becomes a JPEG
export const PICK_VIDEO_MAX_BYTES = 100 * MB // 4.5
export const PICK_VIDEO_SECONDS_MIN = 1 // 4.5
export const PICK_VIDEO_SECONDS_MAX = 600 // 4.5
export const PICK_VIDEO_SECONDS_DEFAULT = 600 // 4.5
export const COVER_MAX_MS = 3 * SECOND_MS // 4.2, 8.2
export const SESSION_MS = 12 * HOUR_MS // 5, 8.2
/** The frame widths that 2.10 names: works from about 320, a portrait app at most about 450 on the web. */
export const FRAME_MIN_WIDTH_PIXELS = 320
export const PORTRAIT_MAX_WIDTH_PIXELS = 450

// Nicknames: 4.6
export const NICKNAME_MIN_CHARACTERS = 2
export const NICKNAME_MAX_CHARACTERS = 20
export const NICKNAME_MAX_DIGITS_IN_A_ROW = 4 // numbers of 5 or more digits are refused

// Shared store: 4.6, 8.3
export const SHARED_STORE_BYTES = 1 * MB
export const RECORD_VALUE_MAX_BYTES = 1_024
export const SHARED_WRITES_PER_MINUTE = 60
export const SHARED_READS_PER_MINUTE = 120
export const LIST_PAGE_MIN = 1
export const LIST_PAGE_MAX = 100
export const LIST_PAGE_DEFAULT = 20

// Multiplayer: 4.8, 8.3
export const MATCH_MIN_PLAYERS = 2
export const MATCH_MAX_PLAYERS = 8
export const MATCH_CODE_CHARACTERS = 6 // 2.7, 4.8
export const MATCH_META_MAX_BYTES = 256
export const MESSAGE_MAX_BYTES = 1_024
export const MESSAGES_PER_SECOND = 20
export const MESSAGE_BURST = 40
export const LIVE_MATCHES_PER_APP = 500
export const MATCH_LIST_MAX = 50
export const MATCH_IDLE_MS = 10 * MINUTE_MS
export const MATCH_MAX_MS = 4 * HOUR_MS
/** Readings: 400 messages dropped within 10 seconds disconnect the player. */
export const DROPPED_MESSAGES_TO_DISCONNECT = 400
export const DROPPED_MESSAGES_WINDOW_MS = 10 * SECOND_MS

// Payments: 3.2, 3.3, 8.4
export const CONSUMABLE_REFUND_MS = 24 * HOUR_MS
export const PAYOUT_HOLD_MS = 7 * DAY_MS
export const PASS_MS = 30 * DAY_MS // 2.3: pass_30d
export const PAYMENTS_PER_MINUTE = 10 // readings: the document gives no number
export const SHARE_POST_PRICE_THOUSANDTHS = 1_000 // 4.4, 8.4: currently 1 credit
export const STORY_LIFETIME_MS = 48 * HOUR_MS // 4.4, 8.4

// AI: 4.7, 8.4
export const AI_IMAGES_PER_HOUR = 30
export const AI_SOUNDS_PER_HOUR = 60
export const AI_ANSWERS_PER_HOUR = 60
export const AI_WEB_SEARCHES_PER_HOUR = 30
export const AI_IMAGE_PROMPT_MIN_CHARACTERS = 1
export const AI_IMAGE_PROMPT_MAX_CHARACTERS = 400
export const AI_IMAGE_AVOID_MAX_CHARACTERS = 200
export const AI_IMAGE_SIDE_PIXELS = 384
export const AI_AUDIO_MUSIC_SECONDS = [8, 15, 30] as const
export const AI_AUDIO_MUSIC_SECONDS_DEFAULT = 15
export const AI_AUDIO_SOUND_SECONDS = [3, 6, 12] as const
export const AI_AUDIO_SOUND_SECONDS_DEFAULT = 6
export const AI_ASK_PROMPT_MIN_CHARACTERS = 1
export const AI_ASK_PROMPT_MAX_CHARACTERS = 2_000
export const AI_ASK_CONTEXT_MAX_CHARACTERS = 8_000
export const AI_ANSWER_MIN_CHARACTERS = 50
export const AI_ANSWER_MAX_CHARACTERS = 1_500
export const AI_ANSWER_DEFAULT_CHARACTERS = 800
export const AI_MODEL_MIN_BYTES = 1_024 * MB // 3.4: models are 1 to 2.5 GB
export const AI_MODEL_MAX_BYTES = 2_560 * MB

/** The window of rate limits per minute (readings: sliding). */
export const RATE_MINUTE_MS = MINUTE_MS
