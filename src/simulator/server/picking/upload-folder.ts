import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../../durable/folders.js'
import { fileFailure } from '../../../failure.js'
import { UploadedFile } from './uploaded-file.js'

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
