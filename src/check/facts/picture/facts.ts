/** A picture by its bytes; its name does not matter. */
export interface PictureFacts {
  /** As sharp names it (`png`, `jpeg`, `webp` …); null where the bytes are not a picture that it knows. */
  readonly format: string | null
  readonly width: number
  readonly height: number
  /** Whether some pixels could not be decoded. */
  readonly damaged: boolean
  /** Whether every pixel is opaque; true where that could not be told. */
  readonly opaque: boolean
}
