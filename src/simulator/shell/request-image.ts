import { isRecord } from '../../rpc/host-message.js'
import { LARGE } from '../shell-message-text.js'

/** A request of an app whose large picture is set apart. */
export interface WithoutImage {
  /** The request, with an empty text in the place of the picture. */
  readonly data: unknown
  readonly image: string
}

/**
 * Sets the picture of a `share` apart: JSON of megabytes would be made, sent and parsed for nothing.
 * @param data a request, as the app posted it
 * @returns null where there is no large picture, or JSON would change its text
 */
export const withoutImage = (data: unknown): WithoutImage | null => {
  if (!isRecord(data) || data['method'] !== 'share' || !isRecord(data['params'])) return null
  const { image } = data['params']
  if (typeof image !== 'string' || image.length < LARGE || CHANGED_BY_JSON.test(image)) return null
  return { data: { ...data, params: { ...data['params'], image: '' } }, image }
}

/** Anything but ASCII that JSON leaves as it is. */
const CHANGED_BY_JSON = /[^ !#-[\]-~]/
