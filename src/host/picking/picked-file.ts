import type { BinaryAnswer } from '../session/binary-answer.js'

/**
 * A file that the person chose on a sheet (4.5). The page around the app brings it; opening and cleaning it needs
 * decoders, so that it does that itself. The host says what is wanted, and what is too much.
 */
export interface PickedFile {
  /** In bytes. */
  readonly size: number
  /** As a picture drawn anew: upright, its longer side at most `maxPixels`, without any metadata. */
  asPicture(maxPixels: number): Promise<CleanPicture | UnusablePicture>
  /** As a video without metadata, not re-encoded; one that lasts longer than `maxSeconds` is not cleaned. */
  asVideo(maxSeconds: number): Promise<CleanVideo | UnusableVideo>
}

export interface CleanPicture {
  readonly image: BinaryAnswer
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

export interface CleanVideo {
  readonly video: BinaryAnswer
  readonly type: 'video/mp4' | 'video/quicktime' | 'video/webm'
  /** In seconds. */
  readonly duration: number
  readonly width: number
  readonly height: number
}

export interface UnusablePicture {
  readonly fault: 'too-large' | 'unreadable'
}

export interface UnusableVideo {
  readonly fault: 'too-large' | 'unreadable' | 'too-long'
  /** How long it lasts, where that was found. */
  readonly seconds?: number
}
