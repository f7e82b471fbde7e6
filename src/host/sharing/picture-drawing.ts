import { SHARE_PICTURE_WANTED } from '../../platform/calls/faults.js'
import { SHARE_IMAGE_MAX_PIXELS, SHARE_IMAGE_MIN_PIXELS } from '../../platform/limits.js'
import { CallRejection } from '../session/call-rejection.js'
import { readPictureHeader } from './picture-header.js'
import type { Pictures, SharePicture } from './pictures.js'

/** A picture of a share while it is redrawn from its pixels (4.4). */
export class PictureDrawing {
  /** As the app sent it; null if its header does not promise a picture that can be shared. */
  readonly asItCame: SharePicture | null
  /** Rejects with `INVALID_IMAGE` if it cannot be shared. */
  readonly drawn: Promise<SharePicture>
  #done: SharePicture | null = null

  /** @param base64 the bytes that the app sent */
  constructor(base64: string, pictures: Pictures) {
    const header = readPictureHeader(base64)
    this.asItCame =
      header !== null && inRange(header.width) && inRange(header.height) ? { ...header, base64 } : null
    this.drawn = this.#draw(base64, pictures)
    // It may fail before anything waits for it.
    this.drawn.catch(() => {})
  }

  /** The redrawn picture; null as long as there is none. */
  get done(): SharePicture | null {
    return this.#done
  }

  /**
   * What a sheet with this picture results in, once the picture is redrawn.
   * @throws {CallRejection} `INVALID_IMAGE` if it cannot be shared, even if the person already chose
   */
  async unlessItFails<T>(outcome: Promise<T>): Promise<T> {
    const failed = new Promise<never>((_resolve, reject) => {
      this.drawn.catch(reject)
    })
    try {
      return await Promise.race([outcome, failed])
    } finally {
      await this.drawn
    }
  }

  async #draw(base64: string, pictures: Pictures): Promise<SharePicture> {
    const picture = await pictures.redrawForShare(base64)
    if (picture === null)
      throw new CallRejection(
        'INVALID_IMAGE',
        `The picture is not a readable PNG or JPEG of ${SHARE_IMAGE_MIN_PIXELS} to ${SHARE_IMAGE_MAX_PIXELS} pixels per side.`,
        SHARE_PICTURE_WANTED,
      )
    this.#done = picture
    return picture
  }
}

const inRange = (pixels: number): boolean =>
  pixels >= SHARE_IMAGE_MIN_PIXELS && pixels <= SHARE_IMAGE_MAX_PIXELS
