import type { SharePicture } from '../../host/sharing/pictures.js'
import type { KeptPicture, SentSheetContent, SheetContent } from '../messages.js'

/** More than an app can have on sheets: the host answers the others with `BUSY`. */
const MOST = 4

/**
 * The large pictures of unanswered `share` requests. The server names them by number instead of sending them back, so that
 * the sheet shows them sooner. It decides what the sheet shows.
 */
export class KeptPictures {
  readonly #kept = new Map<number, { readonly request: unknown; readonly encoded: string }>()
  #last = 0

  /**
   * @param request the id of a request
   * @param image its picture as a data URL
   * @returns what the server is told: the number of the picture, if it is kept
   */
  keep(request: unknown, image: string): { readonly picture?: number } {
    // A request without an id is never answered.
    if (typeof request !== 'string' || this.#kept.size >= MOST) return {}
    this.#last += 1
    this.#kept.set(this.#last, { request, encoded: image.slice(image.indexOf(',') + 1) })
    return { picture: this.#last }
  }

  /** What the sheet shows, with the picture that the server named. */
  complete(content: SentSheetContent): SheetContent {
    if (content.kind !== 'share') return content
    const { picture } = content.offer
    return {
      kind: 'share',
      offer: { ...content.offer, picture: picture === null ? null : this.#whole(picture) },
    }
  }

  /** Forgets the pictures of a request that was answered. */
  answered(request: string): void {
    for (const [number, kept] of this.#kept) if (kept.request === request) this.#kept.delete(number)
  }

  clear(): void {
    this.#kept.clear()
  }

  #whole(picture: SharePicture | KeptPicture): SharePicture | null {
    if ('base64' in picture) return picture
    const { kept, ...header } = picture
    const base64 = this.#kept.get(kept)?.encoded
    // The app's page is gone, and the sheet is about to close.
    return base64 === undefined ? null : { ...header, base64 }
  }
}
