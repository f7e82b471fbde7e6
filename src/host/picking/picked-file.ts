import type { BinaryAnswer } from '../session/binary-answer.js'

/**
 * A file that the person chose on a sheet (4.5). It is passed in: opening and cleaning it needs decoders. The host
 * decides what is needed and what is too large.
 */
export interface PickedFile {
  /** In bytes. */
  readonly size: number
  /** As a redrawn picture: upright, its longer side at most `maxPixels`, without metadata. */
  asPicture(maxPixels: number): Promise<CleanPicture | UnusablePicture>
  /** As a video without metadata, not re-encoded. A video longer than `maxSeconds` is not cleaned. */
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
  /** Its length, if known. */
  readonly seconds?: number
}
