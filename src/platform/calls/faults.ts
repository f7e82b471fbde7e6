import type { ErrorCode } from '../error-codes.js'
import {
  KEY_MAX_CHARACTERS,
  MESSAGE_MAX_BYTES,
  SHARE_IMAGE_MAX_BYTES,
  SHARE_TEXT_MAX_CHARACTERS,
  STORAGE_VALUE_MAX_CHARACTERS,
} from '../limits.js'
import { KEY_PATTERN } from '../storage-limits.js'
import { isBase64, paddingOf, utf8Bytes } from '../text.js'
import { hasControlCharacter, hasHashtag, hasLink, hasTag } from '../text-rules.js'
import { SHARE_IMAGE_TYPES, shareImageStart } from './sharing.js'

/**
 * A fault of parameters with the right shape. It has its own code in section 7, so the shapes do not check it.
 */
export interface CallFault {
  readonly code: ErrorCode
  /** What is wrong: the error's message. */
  readonly message: string
  /** What is allowed, with its section. */
  readonly why: string
}

const fault = (code: ErrorCode, message: string, why: string): CallFault => ({ code, message, why })

/** What is wrong with a storage key, or null. */
export const storageKeyFault = (key: string): CallFault | null =>
  KEY_PATTERN.test(key)
    ? null
    : fault(
        'INVALID_KEY',
        `The key does not match ${KEY_PATTERN.source}.`,
        `A key must have 1 to ${KEY_MAX_CHARACTERS} characters of A-Z a-z 0-9 _ . : - (8.2).`,
      )

/** What is wrong with a value to store, or null. */
export const storageValueFault = ({ length }: string): CallFault | null =>
  length <= STORAGE_VALUE_MAX_CHARACTERS
    ? null
    : fault(
        'VALUE_TOO_LONG',
        `The value has ${length} characters; the limit is ${STORAGE_VALUE_MAX_CHARACTERS}.`,
        'Characters are counted as in `string.length` (8.2). Store less, or use several keys.',
      )

/** The fault of a share without content, or null. */
export const emptyShareFault = (image: string | null, text: string | null): CallFault | null =>
  (image ?? '') !== '' || (text ?? '') !== ''
    ? null
    : fault('INVALID', 'There is nothing to share.', 'Send a picture, a text, or both (4.4).')

/** What is wrong with an app's text to share (4.4), or null. */
export const shareTextFault = (text: string): CallFault | null => {
  const message = wrongWithShareText(text)
  return message === null
    ? null
    : fault('INVALID_TEXT', message, `See 4.4. The text was ${JSON.stringify(text)}.`)
}

/** Whether a text to share is too long (4.4). */
export const isShareTextTooLong = ({ length }: string): boolean => length > SHARE_TEXT_MAX_CHARACTERS

const wrongWithShareText = (text: string): string | null => {
  if (isShareTextTooLong(text))
    return `The text has ${text.length} characters; the limit is ${SHARE_TEXT_MAX_CHARACTERS}.`
  if (hasControlCharacter(text)) return 'The text contains a control character.'
  if (hasTag(text)) return 'The text contains an @ tag.'
  if (hasHashtag(text)) return 'The text contains a # hashtag.'
  if (hasLink(text)) return 'The text contains a link.'
  return null
}

/** The allowed pictures to share. */
export const SHARE_PICTURE_WANTED = 'Send a canvas, or a PNG or JPEG as a data URL in base64 (4.1, 4.4).'

/** The picture in a base64 data URL, or what is wrong with the URL (4.4). The pixels are not checked. */
export const sharePicture = (image: string): { readonly encoded: string } | { readonly fault: CallFault } => {
  const start = SHARE_IMAGE_TYPES.map(shareImageStart).find((one) => image.startsWith(one))?.length
  const encoded = start === undefined ? '' : image.slice(start)
  if (start === undefined || !isBase64(encoded))
    return {
      fault: fault('INVALID_IMAGE', 'The picture is not a PNG or JPEG as a data URL.', SHARE_PICTURE_WANTED),
    }
  const bytes = (encoded.length / 4) * 3 - paddingOf(encoded)
  if (bytes > SHARE_IMAGE_MAX_BYTES)
    return {
      fault: fault(
        'IMAGE_TOO_LARGE',
        `The picture has ${bytes} bytes; the limit is ${SHARE_IMAGE_MAX_BYTES}.`,
        'Send a smaller picture, or a JPEG (4.4).',
      ),
    }
  return { encoded }
}

/** What is wrong with a message of a match, or null. */
export const messageFault = (data: unknown): CallFault | null => {
  const bytes = utf8Bytes(JSON.stringify(data))
  return bytes <= MESSAGE_MAX_BYTES
    ? null
    : fault(
        'MESSAGE_TOO_LARGE',
        `The message has ${bytes.toLocaleString('en')} bytes of JSON; the limit is ${MESSAGE_MAX_BYTES.toLocaleString('en')}.`,
        'Send only what changed, not the whole state of the game (4.8).',
      )
}
