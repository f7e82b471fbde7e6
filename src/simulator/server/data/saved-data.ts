import { Failure } from '../../../failure.js'
import type { Clock } from '../../../host/clock.js'
import type { AppData } from '../../../host/control/app-data.js'
import { readAppData, writeAppData } from '../../../host/control/app-data-codec.js'
import type { ReadDataEdit } from '../../../host/control/data-edit.js'
import { documentsOf } from '../../../host/domains.js'
import type { CallLog } from '../../../host/log/call-log.js'
import type { Mutex } from '../../../mutex.js'
import type { Windows } from '../windows/windows.js'
import type { DataFolder } from './data-folder.js'
import type { Hosts } from './hosts.js'
import type { Snapshots } from './snapshots.js'

/** What saved data are read and replaced with. */
export interface SavedDataPlaces {
  /** @throws {Failure} while the manifest, which has the App ID, cannot be read */
  readonly appId: () => string
  readonly hosts: Hosts
  readonly folder: DataFolder
  readonly windows: Windows
  readonly clock: Clock
  readonly log: CallLog
  /** Replaces saved data one at a time. */
  readonly mutex: Mutex
}

/** All saved data of the app as one document: exported, imported, kept as snapshots, and edited. */
export class SavedData {
  readonly #places: SavedDataPlaces

  constructor(places: SavedDataPlaces) {
    this.#places = places
  }

  /**
   * All saved data of the app.
   * @throws {Failure} if the manifest or the saved data cannot be read
   */
  async export(): Promise<Required<AppData>> {
    const { appId, hosts, clock } = this.#places
    const app = appId()
    return writeAppData(app, clock.now(), await (await hosts.of(app)).contents())
  }

  /**
   * Replaces all saved data of the app, or none, by a document, and reloads the app.
   * @throws {Failure} `refused` with every problem of the document, or if it cannot be written; the saved data are
   *   unchanged then
   */
  import(document: unknown): Promise<void> {
    const { appId, hosts, clock, log, windows, mutex } = this.#places
    return mutex.run(async () => {
      const app = appId()
      const { ownerId } = await (await hosts.of(app)).contents()
      const read = readAppData(document, { app, ownerId, now: clock.now() })
      if ('problems' in read)
        throw new Failure('refused', `The data cannot be imported: ${read.problems.join('; ')}.`)
      try {
        await hosts.replace(app, documentsOf(read.contents))
        log.note(1, 'The saved data were replaced by an import.')
      } finally {
        // Sessions ended with their host.
        windows.endSessions()
        windows.reload()
      }
    })
  }

  /**
   * Changes saved data by the developer's hand. A running app sees the change at its next call.
   * @throws {EditRefusedError} if the platform does not allow such data
   */
  async edit(edit: ReadDataEdit): Promise<void> {
    const { appId, hosts, windows } = this.#places
    await (await hosts.of(appId())).edit(edit)
    // The edit may give access to a person who waits for it.
    await Promise.all(windows.seats.map((window) => window.reconsider()))
  }

  /** The snapshots of the app's data. @throws {Failure} while the manifest cannot be read */
  get snapshots(): Snapshots {
    const { appId, folder } = this.#places
    return folder.snapshots(appId())
  }

  /** @throws {Failure} if it could not be written */
  takeSnapshot(name: string): Promise<void> {
    return this.#places.mutex.run(async () => this.snapshots.take(name, await this.export()))
  }

  /**
   * Restores a snapshot, and reloads the app.
   * @throws {Failure} `not-found` if there is none, `refused` if its file is not valid
   */
  async returnToSnapshot(name: string): Promise<void> {
    await this.import(await this.snapshots.read(name))
    this.#places.log.note(1, `The snapshot ${JSON.stringify(name)} was restored.`)
  }
}
