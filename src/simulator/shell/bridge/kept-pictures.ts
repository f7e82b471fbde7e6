import type { SharePicture } from '../../../host/sharing/pictures.js'
import type { KeptPicture, RequestImage, SentSheetContent } from '../../messages.js'
import { bytesOfBase64 } from './base64.js'
import type { ShownContent, ShownPicture } from './shown-content.js'

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
