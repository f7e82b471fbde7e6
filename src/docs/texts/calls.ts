import type * as z from 'zod/mini'
import { CALL_SHAPES } from '../../platform/calls/shapes.js'
import type { Method } from '../../platform/calls/table.js'
import {
  AI_ANSWER_DEFAULT_CHARACTERS,
  AI_AUDIO_MUSIC_SECONDS,
  AI_AUDIO_MUSIC_SECONDS_DEFAULT,
  AI_AUDIO_SOUND_SECONDS,
  AI_AUDIO_SOUND_SECONDS_DEFAULT,
  AI_IMAGE_SIDE_PIXELS,
  LIST_PAGE_DEFAULT,
  PICK_IMAGE_SIZE_DEFAULT_PIXELS,
  PICK_VIDEO_SECONDS_DEFAULT,
  SHARE_IMAGE_MIN_PIXELS,
} from '../../platform/limits.js'
import { formatNumber } from '../../platform/text.js'
import { type LimitName, limitValue, listOf } from '../limit-value.js'

/** A parameter of a call, for people. */
export interface ParameterText {
  readonly name: string
  readonly type: string
  readonly text: string
}

type Keys<Value> = Value extends unknown ? keyof Value & string : never
/** The names of a call's parameters, in all of its forms. */
type ParameterOf<M extends Method> = Keys<z.input<(typeof CALL_SHAPES)[M]['params']>>

/** What the tables of the platform do not say about a call. */
interface CallText<M extends Method> {
  /** One or two sentences: what it does. */
  readonly summary: string
  readonly sections: readonly string[]
  /** A sentence for each parameter. */
  readonly parameters: Readonly<Record<ParameterOf<M>, string>>
  /** The types of parameters that the SDK turns into others before it sends them. */
  readonly types?: Readonly<Partial<Record<ParameterOf<M>, string>>>
  /** What the result means: sentences. Empty where the type says it all. */
  readonly result: string
  readonly limits: readonly LimitName[]
}

const PROMPT = 'What to make. Say what you want to see or hear.'
const SEED = 'The same seed and words give the same result. Default: random.'

/** The texts of every call. The compiler asks for each call and each of its parameters. */
export const CALL_TEXTS: { readonly [M in Method]: CallText<M> } = {
  ready: {
    summary:
      'Removes the loading cover. Call it as soon as something is on screen, before you load storage or purchases.',
    sections: ['4.2'],
    parameters: {},
    result: `Without it, the host removes the cover ${limitValue('COVER_MAX_MS')} after the page has loaded.`,
    limits: ['COVER_MAX_MS', 'READY_TIMEOUT_MS'],
  },
  getContext: {
    summary: 'Describes the player, the device and the app. Each call asks the host again.',
    sections: ['2.5'],
    parameters: {},
    result:
      '`app_user_id` is the player: stable for this person in this app, and different in every other app. `features` is absent in older phone apps: use `supports`.',
    limits: ['READY_TIMEOUT_MS'],
  },
  close: {
    summary: "Closes the app, as the bar's close button does.",
    sections: ['4.1'],
    parameters: {},
    result: 'Later calls reject with `LAUNCH_INVALID`.',
    limits: [],
  },
  'storage.get': {
    summary: 'Reads a stored text.',
    sections: ['4.1', '8.2'],
    parameters: { key: 'The key.' },
    result: 'The text, or null if nothing is stored under the key.',
    limits: ['KEY_MAX_CHARACTERS'],
  },
  'storage.set': {
    summary: 'Stores a text for this person. Store numbers and objects with `JSON.stringify`.',
    sections: ['4.1', '8.2'],
    parameters: {
      key: 'The key: letters, digits and `_ . : -`.',
      value: `The text: at most ${limitValue('STORAGE_VALUE_MAX_CHARACTERS')}.`,
    },
    result: '',
    limits: [
      'STORAGE_VALUE_MAX_CHARACTERS',
      'STORAGE_MAX_KEYS',
      'KEY_MAX_CHARACTERS',
      'STORAGE_WRITES_PER_MINUTE',
    ],
  },
  'storage.remove': {
    summary: 'Removes a stored text. Does nothing if there is none.',
    sections: ['4.1', '8.2'],
    parameters: { key: 'The key.' },
    result: '',
    limits: ['STORAGE_WRITES_PER_MINUTE'],
  },
  'storage.keys': {
    summary: 'Lists the keys under which something is stored.',
    sections: ['4.1', '8.2'],
    parameters: {},
    result: '',
    limits: ['STORAGE_MAX_KEYS'],
  },
  pay: {
    summary: 'Opens the payment sheet for a product of your manifest.',
    sections: ['3.2', '4.3'],
    parameters: { product: 'The ID of a product in `products` of the manifest.' },
    result:
      'Too few credits, unavailable payments and too many requests resolve with `failed`. A `pending` payment is confirmed later without an event: call `getPurchases` when the app becomes visible again, and at its next start.',
    limits: ['PAYMENTS_PER_MINUTE', 'CONSUMABLE_REFUND_MS', 'PRODUCT_PRICE_MAX_THOUSANDTHS'],
  },
  getPurchases: {
    summary: "Lists this person's purchases, without refunded ones, and their access to the app.",
    sections: ['2.6', '4.3'],
    parameters: {},
    result: 'A consumable without `consumed_at` is not delivered yet. A test run sees only test purchases.',
    limits: [],
  },
  consume: {
    summary:
      'Marks a consumable as delivered. Credit it and save that first, so that a crash never credits it twice.',
    sections: ['3.2', '4.3'],
    parameters: { purchase: 'The `id` of the purchase, not of the product.' },
    result: `A consumable that is not consumed is refunded after ${limitValue('CONSUMABLE_REFUND_MS')}.`,
    limits: ['CONSUMABLE_REFUND_MS'],
  },
  share: {
    summary: 'Opens the share sheet with a picture, a text or both.',
    sections: ['4.4'],
    parameters: {
      image: `A canvas, a Blob such as an AI picture, or a PNG or JPEG as a data URL: ${SHARE_IMAGE_MIN_PIXELS} to ${limitValue('SHARE_IMAGE_MAX_PIXELS')} per side, at most ${limitValue('SHARE_IMAGE_MAX_BYTES')}. Required for a story, which looks best at 9:16.`,
      text: `At most ${limitValue('SHARE_TEXT_MAX_CHARACTERS')} without an \`@\` tag, a \`#\` hashtag, a link or a control character. The person can edit it.`,
    },
    types: { image: 'canvas | Blob | string' },
    result:
      'It resolves when the sheet closes, and never says whether, where or with whom the person shared. It also resolves if sharing is unavailable.',
    limits: [
      'SHARE_IMAGE_MAX_BYTES',
      'SHARE_IMAGE_MIN_PIXELS',
      'SHARE_IMAGE_MAX_PIXELS',
      'SHARE_TEXT_MAX_CHARACTERS',
      'SHARES_PER_HOUR',
    ],
  },
  pickImage: {
    summary: 'Lets the person pick a photo, or take one.',
    sections: ['4.5'],
    parameters: {
      max_size: `The longest side in pixels. Larger photos are scaled down. Default: ${formatNumber(PICK_IMAGE_SIZE_DEFAULT_PIXELS)}.`,
    },
    result:
      '`unavailable` means that it is not possible here or for this person; the reason is hidden. Photos are upright and carry no metadata.',
    limits: [
      'PICK_IMAGE_SIZE_MIN_PIXELS',
      'PICK_IMAGE_SIZE_MAX_PIXELS',
      'PICK_IMAGE_SIZE_DEFAULT_PIXELS',
      'PICK_IMAGE_SOURCE_MAX_BYTES',
    ],
  },
  pickVideo: {
    summary: 'Lets the person pick a video, or take one.',
    sections: ['4.5'],
    parameters: { max_seconds: `The longest video in seconds. Default: ${PICK_VIDEO_SECONDS_DEFAULT}.` },
    result:
      '`size` is in bytes and `duration` in seconds. Videos are not re-encoded; metadata such as the place is removed.',
    limits: ['PICK_VIDEO_MAX_BYTES', 'PICK_VIDEO_SECONDS_MIN', 'PICK_VIDEO_SECONDS_MAX'],
  },
  getNickname: {
    summary: "Returns the person's nickname in this app. With `ask`, the host asks for one if there is none.",
    sections: ['4.6'],
    parameters: { ask: 'Ask the person if there is no nickname yet. Then it must be called in a tap.' },
    result: 'Null if there is no nickname, or if the person closed the sheet.',
    limits: ['NICKNAME_MIN_CHARACTERS', 'NICKNAME_MAX_CHARACTERS'],
  },
  'db.set': {
    summary: "Writes this person's record under a key. A second write replaces the first.",
    sections: ['4.6', '8.3'],
    parameters: {
      key: 'The key: letters, digits and `_ . : -`.',
      value: `The text: at most ${limitValue('RECORD_VALUE_MAX_BYTES')}.`,
      replaceable: 'Whether the record may be evicted when the store is full. Default: false.',
      rank: '`db.list` sorts by it. Replaceable records with the lowest rank are evicted first.',
    },
    result: '`saved` is false if the store is full and this record would be evicted first.',
    limits: [
      'RECORD_VALUE_MAX_BYTES',
      'SHARED_STORE_BYTES',
      'KEY_MAX_CHARACTERS',
      'SHARED_WRITES_PER_MINUTE',
    ],
  },
  'db.get': {
    summary: "Reads this person's record, or another player's.",
    sections: ['4.6'],
    parameters: { key: 'The key.', player: "The player's ID. Default: this person." },
    result: 'Null if there is no such record.',
    limits: ['SHARED_READS_PER_MINUTE'],
  },
  'db.list': {
    summary: 'Lists the records under a key, a page at a time: a leaderboard.',
    sections: ['4.6'],
    parameters: {
      key: 'The key.',
      order: 'Default: `rank_desc`. Records without a rank come last.',
      limit: `Records per page. Default: ${LIST_PAGE_DEFAULT}.`,
      cursor: '`next` of the previous page. It belongs to its key and order.',
    },
    result: '`next` is the cursor of the next page, or null on the last one.',
    limits: ['LIST_PAGE_MAX', 'LIST_PAGE_DEFAULT', 'SHARED_READS_PER_MINUTE'],
  },
  'db.remove': {
    summary: "Removes this person's record. Does nothing if there is none.",
    sections: ['4.6'],
    parameters: { key: 'The key.' },
    result: '',
    limits: ['SHARED_WRITES_PER_MINUTE'],
  },
  'db.usage': {
    summary: "Says how full the app's store is, in bytes.",
    sections: ['4.6', '8.3'],
    parameters: {},
    result: '',
    limits: ['SHARED_STORE_BYTES', 'SHARED_READS_PER_MINUTE'],
  },
  'mp.host': {
    summary: 'Opens a match. The host asks for a nickname first if there is none.',
    sections: ['4.8'],
    parameters: {
      max_players: 'How many players it takes.',
      public: 'Whether `multiplayer.list` shows it to everyone. Default: false.',
      meta: `A small object that others see in the list, such as the level: at most ${limitValue('MATCH_META_MAX_BYTES')} of JSON.`,
    },
    result:
      'Others join with `match.code`. `cancelled`: the person closed the nickname sheet. `unavailable`: not possible here or for this person.',
    limits: [
      'MATCH_MIN_PLAYERS',
      'MATCH_MAX_PLAYERS',
      'MATCH_META_MAX_BYTES',
      'LIVE_MATCHES_PER_APP',
      'MATCH_IDLE_MS',
      'MATCH_MAX_MS',
    ],
  },
  'mp.join': {
    summary: 'Joins a match by its code, or a public match by its ID.',
    sections: ['4.8'],
    parameters: {
      code: `The ${limitValue('MATCH_CODE_CHARACTERS')} that the host of the match sees, in capital or small letters. Pass \`code\` or \`match\`, not both.`,
      match: 'The `id` of a match from `multiplayer.list`.',
    },
    result:
      '`match.players` lists everyone in it, including you. `cancelled`: the person closed the nickname sheet. `unavailable`: not possible here or for this person.',
    limits: ['MATCH_CODE_CHARACTERS', 'MATCH_MAX_PLAYERS'],
  },
  'mp.list': {
    summary: 'Lists open public matches that this person can join.',
    sections: ['4.8'],
    parameters: {},
    result:
      '`players` is the number of players, and `host` the ID of the player who hosts. Put into `meta` what your list should show, such as the nickname.',
    limits: ['MATCH_LIST_MAX'],
  },
  'mp.send': {
    summary: 'Sends a message to all other players, or to one. There is no receipt.',
    sections: ['4.8', '8.3'],
    parameters: {
      data: `Any JSON of at most ${limitValue('MESSAGE_MAX_BYTES')}. Send what changed, not the whole state of the game.`,
      to: "A player's ID. Default: all others.",
    },
    result: 'Messages beyond the rate are dropped, and the call still resolves.',
    limits: ['MESSAGE_MAX_BYTES', 'MESSAGES_PER_SECOND', 'MESSAGE_BURST'],
  },
  'mp.leave': {
    summary: 'Leaves the match. If you were its host, another player becomes host.',
    sections: ['4.8'],
    parameters: {},
    result: '',
    limits: [],
  },
  'ai.image.generate': {
    summary: `Makes a picture of ${AI_IMAGE_SIDE_PIXELS} by ${limitValue('AI_IMAGE_SIDE_PIXELS')}, in about 40 seconds to a minute.`,
    sections: ['4.7'],
    parameters: {
      prompt: PROMPT,
      avoid: 'What the picture should not have.',
      quality: '`fast` takes about 40 seconds, the others up to a minute.',
      seed: SEED,
    },
    result:
      '`cancelled`: the person cancelled it or left. `unavailable`: not possible here or for this person, or requested too often. `blocked`: refused because of its content.',
    limits: ['AI_IMAGE_PROMPT_MAX_CHARACTERS', 'AI_IMAGE_AVOID_MAX_CHARACTERS', 'AI_IMAGES_PER_HOUR'],
  },
  'ai.audio.generate': {
    summary: 'Makes music without singing, or a sound, in a few seconds.',
    sections: ['4.7'],
    parameters: {
      prompt: PROMPT,
      kind: '`music` or `sound`.',
      seconds: `Music: ${listOf(AI_AUDIO_MUSIC_SECONDS)} (default ${AI_AUDIO_MUSIC_SECONDS_DEFAULT}). Sounds: ${listOf(AI_AUDIO_SOUND_SECONDS)} (default ${AI_AUDIO_SOUND_SECONDS_DEFAULT}).`,
      seed: SEED,
    },
    result: 'The sound is a WAV. The other outcomes are those of `ai.image.generate`.',
    limits: ['AI_SOUNDS_PER_HOUR', 'AI_AUDIO_MUSIC_SECONDS', 'AI_AUDIO_SOUND_SECONDS'],
  },
  'ai.ask': {
    summary: 'Answers a prompt in a few seconds; the first time takes about a minute.',
    sections: ['4.7'],
    parameters: {
      prompt: 'The question or task.',
      context: 'A text that the answer should use.',
      web_search: 'Search the web first. Needs the `web_search` tool in the manifest.',
      format: '`json`: the answer is JSON only, parsed into `json`.',
      max_chars: `The longest answer, in characters. Default: ${AI_ANSWER_DEFAULT_CHARACTERS}.`,
    },
    result:
      '`json` is null without `format`, and if the answer is not valid JSON. The other outcomes are those of `ai.image.generate`.',
    limits: [
      'AI_ASK_PROMPT_MAX_CHARACTERS',
      'AI_ASK_CONTEXT_MAX_CHARACTERS',
      'AI_ANSWER_MIN_CHARACTERS',
      'AI_ANSWER_MAX_CHARACTERS',
      'AI_ANSWERS_PER_HOUR',
      'AI_WEB_SEARCHES_PER_HOUR',
    ],
  },
  'ai.cancel': {
    summary: 'Cancels the running AI request, which resolves with `cancelled`.',
    sections: ['4.7'],
    parameters: {},
    result: '',
    limits: [],
  },
}

/** The results that the SDK gives where they differ from the protocol's (4.1), as shapes or words. */
export const SDK_RESULTS = {
  'storage.set': 'true',
  'storage.remove': 'true',
  'storage.keys': CALL_SHAPES['storage.keys'].result.shape.keys,
  'db.get': CALL_SHAPES['db.get'].result.shape.record,
  'db.remove': 'true',
  'mp.list': CALL_SHAPES['mp.list'].result.shape.matches,
} as const satisfies { readonly [M in Method]?: z.ZodMiniType | string }
