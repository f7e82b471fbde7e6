import { Failure } from '../../../failure.js'
import type { Clock } from '../../../host/clock.js'
import type { AppData } from '../../../host/control/app-data.js'
import { readAppData, writeAppData } from '../../../host/control/app-data-codec.js'
import type { ReadDataEdit } from '../../../host/control/data-edit.js'
import { documentsOf } from '../../../host/domains.js'
import type { CallLog } from '../../../host/log/call-log.js'
import type { Turns } from '../turns.js'
import type { Windows } from '../windows/windows.js'
import type { DataFolder } from './data-folder.js'
import type { Hosts } from './hosts.js'
import type { Snapshots } from './snapshots.js'

/** What saved data are read and replaced with. */
export interface SavedDataPlaces {
  /** @throws {Failure} while the manifest cannot be read, so that nobody knows whose data these are */
  readonly appId: () => string
  readonly hosts: Hosts
  readonly folder: DataFolder
  readonly windows: Windows
  readonly clock: Clock
  readonly log: CallLog
  /** What replaces saved data happens one after the other. */
  readonly turns: Turns
}

/** All that is saved of the app as one document: given out, put in place, kept as snapshots, and changed by hand. */
export class SavedData {
  readonly #places: SavedDataPlaces

  constructor(places: SavedDataPlaces) {
    this.#places = places
  }

  /**
   * All that is saved of the app.
   * @throws {Failure} while the manifest cannot be read, or where the saved data cannot be
   */
  async export(): Promise<Required<AppData>> {
    const { appId, hosts, clock } = this.#places
    const app = appId()
    return writeAppData(app, clock.now(), await (await hosts.of(app)).contents())
  }

  /**
   * Puts a document in place of all that is saved of the app, all or nothing, and loads the app anew.
   * @throws {Failure} `refused`, naming everything that is wrong with the document, or when it cannot be written: what was
   *   saved is as it was
   */
  import(document: unknown): Promise<void> {
    const { appId, hosts, clock, log, windows, turns } = this.#places
    return turns.run(async () => {
      const app = appId()
      const { ownerId } = await (await hosts.of(app)).contents()
      const read = readAppData(document, { app, ownerId, now: clock.now() })
      if ('problems' in read)
        throw new Failure('refused', `The data cannot be imported: ${read.problems.join('; ')}.`)
      try {
        await hosts.replace(app, documentsOf(read.contents))
        log.add({ kind: 'note', seat: 1, message: 'Saved data were put in place of what there was.' })
      } finally {
        // Sessions ended with the host that they were in.
        windows.endSessions()
        windows.reload()
      }
    })
  }

  /**
   * The developer changes what is saved, by hand; a running app sees it at its next call.
   * @throws {EditRefusedError} where the platform would not hold it
   */
  async edit(edit: ReadDataEdit): Promise<void> {
    const { appId, hosts, windows } = this.#places
    await (await hosts.of(appId())).edit(edit)
    // Access may have been given to one who waits for it.
    await Promise.all(windows.seats.map((window) => window.reconsider()))
  }

  /** The snapshots of the app's data. @throws {Failure} while the manifest cannot be read */
  get snapshots(): Snapshots {
    const { appId, folder } = this.#places
    return folder.snapshots(appId())
  }

  /** @throws {Failure} when it could not be written */
  takeSnapshot(name: string): Promise<void> {
    return this.#places.turns.run(async () => this.snapshots.take(name, await this.export()))
  }

  /**
   * Goes back to a snapshot, and loads the app anew.
   * @throws {Failure} `not-found` where there is none, `refused` where its file is no longer one
   */
  async returnToSnapshot(name: string): Promise<void> {
    await this.import(await this.snapshots.read(name))
    this.#places.log.add({ kind: 'note', seat: 1, message: `Back to the snapshot ${JSON.stringify(name)}.` })
  }
}
