import type { ShareOffer } from '../../../host/session/sheets.js'
import type { SharePicture } from '../../../host/sharing/pictures.js'
import { SHARE_IMAGE_TYPES, shareImageStart } from '../../../platform/calls/sharing.js'
import { isRecord } from '../../../rpc/host-message.js'
import type { KeptPicture, SentSheetContent, SheetContent } from '../../messages.js'
import { LARGE } from '../../shell-message-text.js'
import type { RequestImage } from '../../shell-messages.js'

/** A picture on the share sheet. */
export interface ShownPicture extends Omit<SharePicture, 'base64'> {
  readonly bytes: Blob
}

/** What the share sheet shows. */
export type ShownShare = Omit<ShareOffer, 'picture'> & { readonly picture: ShownPicture | null }

/** What a sheet shows: what the host sent, with pictures as browsers show them soonest. */
export type ShownContent =
  | Exclude<SheetContent, { readonly kind: 'share' }>
  | { readonly kind: 'share'; readonly offer: ShownShare }

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

/** More than an app can have on sheets: the host answers the others with `BUSY`. */
const MOST = 4

/**
 * The large pictures of unanswered `share` requests. The server names them by number instead of sending them back, so that
 * the sheet shows them sooner. It decides what the sheet shows.
 */
export class KeptPictures {
  readonly #kept = new Map<number, { readonly request: string; readonly bytes: Uint8Array<ArrayBuffer> }>()
  #last = 0

  /**
   * @param request the id of a request
   * @returns what the server is told: the number of its picture, if it is kept
   */
  keep(request: unknown, { bytes }: RequestImage): { readonly picture?: number } {
    // A request without an id is never answered.
    if (typeof request !== 'string' || this.#kept.size >= MOST) return {}
    this.#last += 1
    this.#kept.set(this.#last, { request, bytes })
    return { picture: this.#last }
  }

  /** What the sheet shows, with the picture that the server sent or named. */
  complete(content: SentSheetContent): ShownContent {
    if (content.kind !== 'share') return content
    const { picture } = content.offer
    return {
      kind: 'share',
      offer: { ...content.offer, picture: picture === null ? null : this.#shown(picture) },
    }
  }

  /** Forgets the pictures of a request that was answered. */
  answered(request: string): void {
    for (const [number, kept] of this.#kept) if (kept.request === request) this.#kept.delete(number)
  }

  clear(): void {
    this.#kept.clear()
  }

  #shown({ type, width, height, ...sent }: SharePicture | KeptPicture): ShownPicture | null {
    const bytes = 'base64' in sent ? bytesOfBase64(sent.base64) : this.#kept.get(sent.kept)?.bytes
    // The app's page is gone, and the sheet is about to close.
    if (bytes === undefined || bytes === null) return null
    return { type, width, height, bytes: new Blob([bytes], { type }) }
  }
}

/**
 * The bytes of a base64 text (RFC 4648, section 4).
 * @returns null unless it is the one text that encodes them: with padding, without white space
 */
const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = decoded(text)
  } catch {
    return null
  }
  const last = bytes.subarray(bytes.length - (bytes.length % 3 || 3))
  const isWhole = text.length === Math.ceil(bytes.length / 3) * 4
  return isWhole && text.endsWith(btoa(String.fromCharCode(...last))) ? bytes : null
}

/** @throws where the text is not base64 */
const decoded = (text: string): Uint8Array<ArrayBuffer> => {
  // Browsers of 2025 and later do it in a fraction of the time. TypeScript does not know the method yet.
  const { fromBase64 } = Uint8Array as { readonly fromBase64?: typeof decoded } & Uint8ArrayConstructor
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text)
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
