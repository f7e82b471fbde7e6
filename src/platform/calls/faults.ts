import type { ErrorCode } from '../error-codes.js'
import { KEY_PATTERN } from '../keys.js'
import {
  KEY_MAX_CHARACTERS,
  MESSAGE_MAX_BYTES,
  SHARE_IMAGE_MAX_BYTES,
  SHARE_TEXT_MAX_CHARACTERS,
  STORAGE_VALUE_MAX_CHARACTERS,
} from '../limits.js'
import { utf8Bytes } from '../text.js'
import { hasControlCharacter, hasHashtag, hasLink, hasTag } from '../text-rules.js'

/**
 * What parameters of the right shape are refused for all the same: what has a code of its own in section 7, so that the
 * schemas of `calls.ts` leave it out.
 */
export interface CallFault {
  readonly code: ErrorCode
  /** What is wrong, as the error's message says it. */
  readonly message: string
  /** What is allowed, with its section. */
  readonly why: string
}

/** Why a storage key is refused, or null. */
export const storageKeyFault = (key: string): CallFault | null =>
  KEY_PATTERN.test(key)
    ? null
    : {
        code: 'INVALID_KEY',
        message: 'The key does not match ^[A-Za-z0-9_.:-]{1,128}$.',
        why: `A key has 1 to ${KEY_MAX_CHARACTERS} characters of A-Z a-z 0-9 _ . : - (8.2).`,
      }

/** Why a stored value is refused, or null. */
export const storageValueFault = ({ length }: string): CallFault | null =>
  length <= STORAGE_VALUE_MAX_CHARACTERS
    ? null
    : {
        code: 'VALUE_TOO_LONG',
        message: `The value has ${length} characters; ${STORAGE_VALUE_MAX_CHARACTERS} are allowed.`,
        why: 'Characters are counted as string.length does (8.2). Store less, or spread it over several keys.',
      }

/** Why there is nothing to share, or null. */
export const emptyShareFault = (image: string | null, text: string | null): CallFault | null =>
  (image ?? '') !== '' || (text ?? '') !== ''
    ? null
    : {
        code: 'INVALID',
        message: 'There is nothing to share.',
        why: 'Send a picture, a text, or both (4.4).',
      }

/** Why the host takes no such text to share from an app (4.4), or null. */
export const shareTextFault = (text: string): CallFault | null => {
  const message = wrongWithShareText(text)
  return message === null
    ? null
    : { code: 'INVALID_TEXT', message, why: `See 4.4. The text was ${JSON.stringify(text)}.` }
}

/** Whether a text to share is too long (4.4). */
export const isShareTextTooLong = ({ length }: string): boolean => length > SHARE_TEXT_MAX_CHARACTERS

const wrongWithShareText = (text: string): string | null => {
  if (isShareTextTooLong(text))
    return `The text has ${text.length} characters; ${SHARE_TEXT_MAX_CHARACTERS} are allowed.`
  if (hasControlCharacter(text)) return 'The text holds a control character.'
  if (hasTag(text)) return 'The text holds an @ tag.'
  if (hasHashtag(text)) return 'The text holds a # hashtag.'
  if (hasLink(text)) return 'The text holds a link.'
  return null
}

const DATA_URL = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]*={0,2})$/

/** What a picture to share has to be, for who sent none. */
export const SHARE_PICTURE_WANTED = 'Send a canvas, or a PNG or JPEG as a data URL in base64 (4.1, 4.4).'

/** The picture in a data URL in base64, or why it is refused before anybody looks at its pixels (4.4). */
export const sharePicture = (image: string): { readonly encoded: string } | { readonly fault: CallFault } => {
  const encoded = DATA_URL.exec(image)?.[1]
  if (encoded === undefined || encoded.length % 4 !== 0)
    return {
      fault: {
        code: 'INVALID_IMAGE',
        message: 'The picture is not a PNG or JPEG as a data URL.',
        why: SHARE_PICTURE_WANTED,
      },
    }
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0
  const bytes = (encoded.length / 4) * 3 - padding
  if (bytes > SHARE_IMAGE_MAX_BYTES)
    return {
      fault: {
        code: 'IMAGE_TOO_LARGE',
        message: `The picture has ${bytes} bytes; ${SHARE_IMAGE_MAX_BYTES} are allowed.`,
        why: 'Send a smaller picture, or a JPEG (4.4).',
      },
    }
  return { encoded }
}

/** Why a message of a match is refused, or null. */
export const messageFault = (data: unknown): CallFault | null => {
  const bytes = utf8Bytes(JSON.stringify(data))
  return bytes <= MESSAGE_MAX_BYTES
    ? null
    : {
        code: 'MESSAGE_TOO_LARGE',
        message: `The message has ${bytes.toLocaleString('en')} bytes of JSON; ${MESSAGE_MAX_BYTES.toLocaleString('en')} are allowed.`,
        why: 'Send what changed, not the whole state of the game (4.8).',
      }
}
