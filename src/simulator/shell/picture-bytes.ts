import type { SharePicture } from '../../host/sharing/pictures.js'

/** The bytes of a picture, of its type. */
export const pictureBytes = ({ base64, type }: SharePicture): Blob => new Blob([decoded(base64)], { type })

/** Browsers of 2025 and later decode base64 into bytes themselves, in a fraction of the time. */
const decoded = (base64: string): Uint8Array<ArrayBuffer> =>
  (Uint8Array as BytesFromBase64).fromBase64?.(base64) ??
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** TypeScript does not know the method yet. */
type BytesFromBase64 = Uint8ArrayConstructor & {
  readonly fromBase64?: (base64: string) => Uint8Array<ArrayBuffer>
}
