import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotInfo } from '../../../control/simulator-answers.js'
import { sweepTemporaries, writeFileDurably } from '../../../durable/atomic-file.js'
import { cannot, Failure, fileFailure, nullIfMissing } from '../../../failure.js'
import type { AppData } from '../../../host/control/app-data.js'
import { jsonFileText } from '../../../platform/text.js'

/** Allowed names: a file with such a name can exist on every system. */
export const SNAPSHOT_NAME =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[A-Za-z0-9](?:[A-Za-z0-9 _-]{0,58}[A-Za-z0-9_-])?$/i

export const SNAPSHOT_NAME_RULE =
  'The name of a snapshot must have 1 to 60 letters (A to Z), digits, spaces, "-" or "_", and start with a letter or digit.'

/** Snapshots of an app's saved data, each in a file that can be imported. */
export class Snapshots {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The latest first. @throws {Failure} */
  async list(): Promise<readonly SnapshotInfo[]> {
    const found: SnapshotInfo[] = []
    for (const name of await this.#names()) {
      const path = this.#path(name)
      const status = await stat(path).catch(nullIfMissing).catch(cannot('read', path))
      // Another window may have removed it.
      if (status !== null) found.push({ name, takenAt: status.mtime.toISOString(), bytes: status.size })
    }
    return found.sort((a, b) => (a.takenAt < b.takenAt ? 1 : a.takenAt > b.takenAt ? -1 : 0))
  }

  /** Saves a snapshot, and replaces one with the same name. @throws {Failure} */
  async take(name: string, data: AppData): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true })
      await sweepTemporaries(this.#folder, (file) => file.endsWith(EXTENSION))
      // On a case-sensitive disk, a name that differs only in letter case would be a second file.
      const twin = await this.#find(name)
      if (twin !== undefined && twin !== name) await rm(this.#path(twin))
      await writeFileDurably(this.#path(name), jsonFileText(data))
    } catch (error) {
      throw fileFailure('write', this.#path(name), error)
    }
  }

  /**
   * The document of a snapshot, not validated yet.
   * @throws {Failure} `not-found` if there is none
   */
  async read(name: string): Promise<unknown> {
    const path = this.#path(await this.#found(name))
    const text = await readFile(path, 'utf8').catch(cannot('read', path))
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new Failure('refused', `${path} is not JSON.`, 'Fix the file, or remove the snapshot.', error)
    }
  }

  /** @throws {Failure} `not-found` if there is none */
  async remove(name: string): Promise<void> {
    const path = this.#path(await this.#found(name))
    await rm(path).catch(cannot('remove', path))
  }

  async #found(name: string): Promise<string> {
    const found = await this.#find(name)
    if (found !== undefined) return found
    const names = await this.#names()
    throw new Failure(
      'not-found',
      `There is no snapshot ${JSON.stringify(name)}.`,
      names.length === 0 ? 'There are no snapshots yet.' : `Snapshots: ${names.join(', ')}.`,
    )
  }

  async #find(name: string): Promise<string | undefined> {
    const wanted = name.toLowerCase()
    return (await this.#names()).find((one) => one.toLowerCase() === wanted)
  }

  async #names(): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch(nullIfMissing).catch(cannot('read', this.#folder))
    return (files ?? [])
      .filter((file) => file.endsWith(EXTENSION))
      .map((file) => file.slice(0, -EXTENSION.length))
      .filter((name) => SNAPSHOT_NAME.test(name))
      .sort()
  }

  #path(name: string): string {
    return join(this.#folder, `${name}${EXTENSION}`)
  }
}

const EXTENSION = '.json'
