import { randomUUID } from 'node:crypto'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../../durable/folders.js'
import { fileFailure } from '../../../failure.js'
import type {
  CleanPicture,
  CleanVideo,
  PickedFile,
  UnusablePicture,
  UnusableVideo,
} from '../../../host/picking/picked-file.js'
import { BinaryAnswer } from '../../../host/session/binary-answer.js'

/**
 * The folder for picked files while they are processed. Only its owner can read it, because photos contain locations. It is
 * created for the first file and removed at the end.
 */
export class UploadFolder {
  #folder: Promise<string> | null = null

  /** The folder; null before the first file. */
  get path(): Promise<string> | null {
    return this.#folder
  }

  /**
   * Writes a stream to disk, and checks its size as it arrives.
   * @param maxBytes the limit; the rest is read, so that the sender gets an answer, and discarded
   * @returns null if the file is too large
   * @throws {Failure} if it cannot be written; the stream's own error if it breaks off
   */
  async receive(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<UploadedFile | null> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'miniapp-picked-'))
    const folder = await this.#folder
    const path = join(folder, randomUUID())
    let size = 0
    try {
      const file = await open(path, 'wx', 0o600)
      try {
        for await (const chunk of stream) {
          size += chunk.length
          if (size <= maxBytes) await file.writeFile(chunk)
        }
      } finally {
        await file.close()
      }
    } catch (error) {
      await rm(path, { force: true })
      throw fileFailure('keep the picked file in', folder, error)
    }
    if (size <= maxBytes) return new UploadedFile(path, size)
    await rm(path, { force: true })
    return null
  }

  async close(): Promise<void> {
    const folder = await this.#folder
    this.#folder = null
    if (folder !== null) await removeFolder(folder)
  }
}

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
