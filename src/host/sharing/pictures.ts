/** A picture of a share, drawn anew from its pixels (4.4). */
export interface SharePicture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
  /** Its bytes in base64. */
  readonly base64: string
}

/** Draws pictures anew, so that no metadata survives; it needs a decoder, which is passed in. */
export interface Pictures {
  /**
   * @param base64 the bytes that the app sent
   * @returns null where they are no readable PNG or JPEG of an allowed size
   */
  redrawForShare(base64: string): Promise<SharePicture | null>
}
