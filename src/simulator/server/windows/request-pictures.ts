import type { SeatMessage } from '../../messages.js'

/** Enough to find a picture, whose first bytes are its header's. A whole one takes longer to search for than to compare. */
const BEGINNING = 1_024

/**
 * The requests whose picture a window keeps until they are answered. A sheet that shows such a picture as it came names it,
 * so that its megabytes do not travel back.
 */
export class RequestPictures {
  readonly #requests = new Map<number, string>()

  /**
   * @param picture the window's number of the picture
   * @param json the request that it is in
   */
  add(picture: number, json: string): void {
    this.#requests.set(picture, json)
  }

  remove(picture: number): void {
    this.#requests.delete(picture)
  }

  /** The message as it is sent to that window. */
  shorten(message: SeatMessage): SeatMessage {
    if (message.type !== 'sheet-opened' || message.content.kind !== 'share') return message
    const { offer } = message.content
    const { picture } = offer
    if (picture === null || !('base64' in picture)) return message
    const { base64, ...header } = picture
    for (const [kept, json] of this.#requests)
      if (json.startsWith(base64, json.indexOf(base64.slice(0, BEGINNING))))
        return { ...message, content: { kind: 'share', offer: { ...offer, picture: { ...header, kept } } } }
    return message
  }
}
