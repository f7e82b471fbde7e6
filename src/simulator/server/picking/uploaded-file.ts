import { readFile, rm } from 'node:fs/promises'
import type {
  CleanPicture,
  CleanVideo,
  PickedFile,
  UnusablePicture,
  UnusableVideo,
} from '../../../host/picking/picked-file.js'
import { BinaryAnswer } from '../../../host/session/binary-answer.js'

/** A picked file as the browser sent it. On disk, so that a large file is not in memory twice. */
export class UploadedFile implements PickedFile {
  readonly path: string
  readonly size: number

  constructor(path: string, size: number) {
    this.path = path
    this.size = size
  }

  async asPicture(maxPixels: number): Promise<CleanPicture | UnusablePicture> {
    // Loaded at the first pick: most apps never pick files.
    const { redrawForPick } = await import('../../../media/pictures.js')
    const outcome = await redrawForPick(await readFile(this.path), maxPixels)
    if (!outcome.ok) return { fault: outcome.fault === 'too-large' ? 'too-large' : 'unreadable' }
    const { bytes, type, width, height } = outcome.picture
    return { image: new BinaryAnswer(type, bytes), type, width, height }
  }

  async asVideo(maxSeconds: number): Promise<CleanVideo | UnusableVideo> {
    const { inspectVideo, stripVideo } = await import('../../../media/videos.js')
    const found = await inspectVideo({ path: this.path })
    if (found === null) return { fault: 'unreadable' }
    if (found.durationSeconds > maxSeconds) return { fault: 'too-long', seconds: found.durationSeconds }
    const clean = `${this.path}-clean`
    try {
      const facts = await stripVideo({ path: this.path }, clean)
      if (facts === null) return { fault: 'unreadable' }
      const { type, durationSeconds: duration, width, height } = facts
      return { video: new BinaryAnswer(type, await readFile(clean)), type, duration, width, height }
    } finally {
      await rm(clean, { force: true })
    }
  }

  /** Deletes the file. */
  remove(): Promise<void> {
    return rm(this.path, { force: true })
  }
}
