import type { ShareImageType } from '../../platform/calls/sharing.js'

/** A shared picture, redrawn from its pixels (4.4). */
export interface SharePicture {
  readonly type: ShareImageType
  readonly width: number
  readonly height: number
  /** Its bytes in base64. */
  readonly base64: string
}

/** Redraws pictures, so that no metadata remains. Passed in, because it needs a decoder. */
export interface Pictures {
  /**
   * @param base64 the bytes that the app sent
   * @returns null if they are not a readable PNG or JPEG of an allowed size
   */
  redrawForShare(base64: string): Promise<SharePicture | null>
}
