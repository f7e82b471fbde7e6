import { SHARE_IMAGE_TYPES, shareImageStart } from '../../../platform/share-image.js'
import { isRecord } from '../../../rpc/host-message.js'
import type { RequestImage } from '../../messages.js'
import { LARGE } from '../../shell-message-text.js'
import { bytesOfBase64 } from './base64.js'

/** A request of an app whose large picture is set apart. */
export interface WithoutImage {
  /** The request, with an empty text in the place of the picture. */
  readonly data: unknown
  readonly image: RequestImage
  /** How many characters the picture has in the request. */
  readonly length: number
}

/**
 * Sets the picture of a `share` apart: JSON of megabytes would be made, sent and parsed for nothing.
 * @param data a request, as the app posted it
 * @returns null if there is no large picture, or its text is not what encoding its bytes gives
 */
export const withoutImage = (data: unknown): WithoutImage | null => {
  if (!isRecord(data) || data['method'] !== 'share' || !isRecord(data['params'])) return null
  const { image } = data['params']
  if (typeof image !== 'string' || image.length < LARGE) return null
  const type = SHARE_IMAGE_TYPES.find((one) => image.startsWith(shareImageStart(one)))
  const bytes = type === undefined ? null : bytesOfBase64(image.slice(shareImageStart(type).length))
  if (type === undefined || bytes === null) return null
  return {
    data: { ...data, params: { ...data['params'], image: '' } },
    image: { type, bytes },
    length: image.length,
  }
}
