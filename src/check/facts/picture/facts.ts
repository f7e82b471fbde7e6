/** A picture as its bytes say, whatever its name. */
export interface PictureFacts {
  /** As sharp names it (`png`, `jpeg`, `webp` …); null where the bytes are no picture that it knows. */
  readonly format: string | null
  readonly width: number
  readonly height: number
  /** Whether some pixels could not be decoded. */
  readonly damaged: boolean
  /** Whether every pixel is opaque; true where that could not be told. */
  readonly opaque: boolean
}
