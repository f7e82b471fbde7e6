import type { SeatMessage } from '../../messages.js'

/**
 * The requests whose picture a window keeps until they are answered. A sheet that shows such a picture as it came names it,
 * so that its megabytes do not travel back.
 */
export class RequestPictures {
  readonly #pictures = new Map<number, string>()

  /**
   * @param picture the window's number of the picture
   * @param url its data URL
   */
  add(picture: number, url: string): void {
    this.#pictures.set(picture, url)
  }

  remove(picture: number): void {
    this.#pictures.delete(picture)
  }

  /** The message as it is sent to that window. */
  shorten(message: SeatMessage): SeatMessage {
    if (message.type !== 'sheet-opened' || message.content.kind !== 'share') return message
    const { offer } = message.content
    const { picture } = offer
    if (picture === null || !('base64' in picture)) return message
    const { base64, ...header } = picture
    for (const [kept, url] of this.#pictures)
      if (url.endsWith(base64))
        return { ...message, content: { kind: 'share', offer: { ...offer, picture: { ...header, kept } } } }
    return message
  }
}
