import { join } from 'node:path'
import type { CheckResult } from '../../check/problem.js'
import { Failure } from '../../failure.js'
import type { AppData } from '../../host/app-data.js'
import { readAppData, writeAppData } from '../../host/app-data-codec.js'
import { documentsOf } from '../../host/app-documents.js'
import { CallLog, type LogEntry } from '../../host/call-log.js'
import { type BaseClock, MovableClock } from '../../host/clock.js'
import type { ReadDataEdit } from '../../host/data-edit.js'
import type { Host } from '../../host/host.js'
import type { MatchView } from '../../host/matches/match-view.js'
import type { Randomness } from '../../host/randomness.js'
import type { SwitchBoard } from '../../host/switch-board.js'
import type { SwitchChange } from '../../host/switch-change.js'
import { type Moment, TroubleBoard } from '../../host/trouble/trouble.js'
import type { Upcoming } from '../../host/upcoming.js'
import { formatCredits } from '../../platform/credits.js'
import type { MatchLeftReason } from '../../platform/events.js'
import type { AppInfo } from '../messages.js'
import { AiScript, type AiScriptPlaces } from './ai-script/ai-script.js'
import { AiRecorder } from './ai-script/recorder.js'
import { scriptedMaker } from './ai-script/scripted-maker.js'
import { AnswerBytes } from './answer-bytes.js'
import type { ServedBundle } from './bundle-origin.js'
import { bundleUrlPath } from './bundle-path.js'
import type { DataFolder } from './data-folder.js'
import { Hosts, openSwitches } from './hosts.js'
import { type AppSource, LiveApp } from './live-app.js'
import { MatchWatch } from './match-watch.js'
import type { ObserverConnection } from './observer-connection.js'
import { nodePictures } from './pictures.js'
import type { SeatConnection } from './seat-connection.js'
import type { Snapshots } from './snapshots.js'
import { UploadFolder } from './upload-folder.js'

export interface SimulatorOptions {
  readonly source: AppSource
  readonly data: DataFolder
  /** The project's folder, which the files of `ai.json` are named from. */
  readonly project: string
  readonly clock: BaseClock
  readonly randomness: Randomness
  readonly onEntry: (entry: LogEntry) => void
  readonly onProblems: (problems: CheckResult) => void
  /** Something the person should know, such as a damaged `ai.json`. */
  readonly onNotice: (message: string) => void
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** An app and where a browser finds its entry page. */
export interface AddressedApp {
  readonly app: AppInfo
  /** Null while the manifest cannot be read. */
  readonly frameUrl: string | null
}

/** The three figures on the app's page (3.3): credits as decimal strings. */
export interface Figures {
  readonly purchases: string
  readonly held: string
  readonly paid: string
}

/** The script of AI's answers, beside the saved data. */
const AI_SCRIPT = 'ai.json'

/** What a simulator is made of. */
interface Parts {
  readonly aiScript: AiScript
  readonly aiRecorder: AiRecorder
  readonly aiPlaces: AiScriptPlaces
  readonly clock: MovableClock
  readonly wake: BaseClock['wake']
  readonly log: CallLog
  readonly switches: SwitchBoard
  readonly hosts: Hosts
  readonly data: DataFolder
  readonly live: LiveApp
  readonly trouble: TroubleBoard
  readonly onProblems: (problems: CheckResult) => void
  readonly onDefect: (error: unknown) => void
}

/** The running simulator: the app on disk, the hosts, the switches, the log, and the windows that show it. */
export class Simulator {
  readonly clock: MovableClock
  readonly log: CallLog
  readonly switches: SwitchBoard
  readonly trouble: TroubleBoard
  readonly live: LiveApp
  /** What the developer wants AI to answer. */
  readonly aiScript: AiScript
  readonly #aiRecorder: AiRecorder
  readonly #aiPlaces: AiScriptPlaces
  readonly answerBytes = new AnswerBytes()
  readonly uploads = new UploadFolder()
  readonly #hosts: Hosts
  readonly #data: DataFolder
  readonly #onDefect: (error: unknown) => void
  readonly #windows = new Map<number, SeatConnection>()
  readonly #observers = new Set<ObserverConnection>()
  readonly #matchWatch: MatchWatch
  readonly #sheetListeners = new Set<() => void>()
  #turns: Promise<unknown> = Promise.resolve()

  private constructor(parts: Parts) {
    this.clock = parts.clock
    this.log = parts.log
    this.switches = parts.switches
    this.live = parts.live
    this.aiScript = parts.aiScript
    this.#aiRecorder = parts.aiRecorder
    this.#aiPlaces = parts.aiPlaces
    this.trouble = parts.trouble
    this.#hosts = parts.hosts
    this.#data = parts.data
    this.#onDefect = parts.onDefect
    this.log.onEntry((entry) => {
      for (const observer of this.#observers) observer.log(entry)
    })
    this.switches.onChange((seat, _before, switches) => {
      const window = this.#windows.get(seat)
      window?.send({ type: 'switches', switches })
      if (window !== undefined) this.reconsider(window)
    })
    this.#matchWatch = new MatchWatch(parts.wake, () => {
      const matches = this.matches()
      for (const observer of this.#observers) observer.send({ type: 'matches', matches })
    })
    this.#hosts.onMatches(() => this.#matchWatch.changed())
    this.live.begin({
      onReload: () => this.#everyone((connection) => connection.reload()),
      onProblems: (problems) => {
        parts.onProblems(problems)
        this.#everyone((connection) => connection.send({ type: 'problems', problems }))
      },
      onFailure: (error) => {
        const message = error instanceof Error ? error.message : String(error)
        this.log.add({ kind: 'note', seat: 1, message: `The app could not be read again: ${message}` })
      },
    })
  }

  /** @throws {Failure} when the app or the saved data cannot be read */
  static async open(options: SimulatorOptions): Promise<Simulator> {
    const { data, randomness, onDefect } = options
    const clock = new MovableClock(options.clock, onDefect)
    const log = new CallLog(clock)
    log.onEntry(options.onEntry)
    const aiPlaces = { path: join(data.path, AI_SCRIPT), project: options.project }
    const aiScript = new AiScript(aiPlaces, (message) => {
      log.add({ kind: 'note', seat: 1, message })
      options.onNotice(message)
    })
    const aiRecorder = new AiRecorder()
    const [switches, live] = await Promise.all([
      openSwitches(data),
      LiveApp.open(options.source),
      aiScript.refresh(),
    ])
    const trouble = new TroubleBoard()
    const hosts = new Hosts(data, {
      clock,
      log,
      randomness,
      switches,
      trouble,
      pictures: nodePictures,
      aiMaker: scriptedMaker(aiScript, aiRecorder),
      onDefect,
    })
    const { wake } = options.clock
    const { onProblems } = options
    return new Simulator({
      clock,
      wake,
      log,
      switches,
      hosts,
      data,
      live,
      onProblems,
      onDefect,
      aiScript,
      aiRecorder,
      aiPlaces,
      trouble,
    })
  }

  /** The host of an app, opened with what is saved of it. */
  host(appId: string): Promise<Host> {
    return this.#hosts.of(appId)
  }

  /** How many answers of AI could be recorded into the script. */
  get recordableAi(): number {
    return this.#aiRecorder.size
  }

  /**
   * Writes what AI was asked and answered since the start into `ai.json`.
   * @returns how many answers were added
   * @throws {Failure} where the script is damaged or cannot be written
   */
  recordAi(): Promise<number> {
    return this.#inTurn(async () => {
      const added = await this.#aiRecorder.record(this.#aiPlaces)
      await this.aiScript.refresh()
      this.log.add({
        kind: 'note',
        seat: 1,
        message: `${added} ${added === 1 ? 'answer was' : 'answers were'} recorded into ai.json.`,
      })
      return added
    })
  }

  /** The live matches, as the developer sees them. */
  matches(): readonly MatchView[] {
    return this.#hosts.matches()
  }

  /**
   * The developer cuts the connection of a seat's match: its app is told `connection_lost` (3.4).
   * @returns whether the seat was in a match
   */
  dropConnection(seat: number): boolean {
    const received = this.log.receive()
    const dropped = this.#hosts.dropConnection(seat)
    if (dropped)
      this.log.add({
        kind: 'note',
        seat,
        message: `The developer cut the connection of seat ${seat}.`,
        action: { do: 'drop-connection' },
        received,
      })
    return dropped
  }

  /**
   * Flips switches.
   * @param seat whose; null means everyone's
   * @throws {NotSavedError} when they could not be saved: they are as they were
   */
  async setSwitches(seat: number | null, change: SwitchChange): Promise<void> {
    const received = this.log.receive()
    await this.switches.set(seat, change)
    const words = Object.entries(change).map(
      ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    this.log.add({
      kind: 'note',
      seat: seat ?? 1,
      message: `Switched ${seat === null ? 'for everyone' : `in seat ${seat}`}: ${words.join(', ')}.`,
      action: { do: 'switches', seat, change },
      received,
    })
  }

  /** What the bundle's origin serves now. */
  get served(): ServedBundle | null {
    const { bundle, facts } = this.live.state
    return facts === null ? null : { appId: facts.app.id, version: facts.app.version, bundle }
  }

  /** The app as a browser reaches it. @param origin the bundle's, as that browser knows it */
  addressed(origin: string): AddressedApp {
    const { bundle, facts } = this.live.state
    if (facts === null)
      return {
        app: { id: '', name: 'Mini app', version: '', orientation: 'any', iconUrl: null },
        frameUrl: null,
      }
    const { app, entry, icon, orientation } = facts
    const hasIcon = icon !== null && bundle.files.some(({ path }) => path === icon)
    const base = `${origin}/${app.id}/${app.version}/`
    return {
      app: {
        id: app.id,
        name: app.name,
        version: app.version,
        orientation,
        iconUrl: hasIcon ? `${base}${bundleUrlPath(icon)}` : null,
      },
      frameUrl: `${base}${bundleUrlPath(entry)}`,
    }
  }

  /** Something changed that may let a seat's app open: a purse, a payment. */
  reconsider(window: SeatConnection): void {
    window.reconsider().catch(this.#onDefect)
  }

  /** Tells of every sheet that is opened. @returns how to stop listening */
  onSheet(listener: () => void): () => void {
    this.#sheetListeners.add(listener)
    return () => this.#sheetListeners.delete(listener)
  }

  /** A sheet was opened in one of the windows. */
  sheetOpened(): void {
    for (const listener of this.#sheetListeners) listener()
  }

  /** The seats that are open in some window, in their order. */
  get takenSeats(): readonly number[] {
    return this.windows.map(({ seatNumber }) => seatNumber)
  }

  /** The seats that are open, in their order. */
  get windows(): readonly SeatConnection[] {
    return [...this.#windows.values()].sort((a, b) => a.seatNumber - b.seatNumber)
  }

  /** A window takes a seat. One that is loaded again may be here before its old connection is seen to end: it wins. */
  seatWindow(window: SeatConnection): void {
    this.#windows.get(window.seatNumber)?.dismiss(`Seat ${window.seatNumber} is open in another window.`)
    this.#windows.set(window.seatNumber, window)
    this.#tellSeats()
  }

  /** A window is gone. @param reason what the others in its match are told */
  unseatWindow(window: SeatConnection, reason: MatchLeftReason): void {
    window.end(reason)
    if (this.#windows.get(window.seatNumber) !== window) return
    this.#windows.delete(window.seatNumber)
    this.#tellSeats()
  }

  /** A window's panels begin to look on. @returns how they stop */
  observe(observer: ObserverConnection): () => void {
    this.#observers.add(observer)
    return () => this.#observers.delete(observer)
  }

  /**
   * All that is saved of the app.
   * @throws {Failure} while the manifest cannot be read, or where the saved data cannot be
   */
  async exportData(): Promise<Required<AppData>> {
    const app = this.#appId()
    return writeAppData(app, this.clock.now(), await (await this.host(app)).contents())
  }

  /**
   * Puts a document in place of all that is saved of the app, all or nothing, and loads the app anew.
   * @throws {Failure} `refused`, naming everything that is wrong with the document, or when it cannot be written: what was
   *   saved is as it was
   */
  importData(document: unknown): Promise<void> {
    return this.#inTurn(async () => {
      const app = this.#appId()
      const { ownerId } = await (await this.host(app)).contents()
      const read = readAppData(document, { app, ownerId, now: this.clock.now() })
      if ('problems' in read)
        throw new Failure('refused', `The data cannot be imported: ${read.problems.join('; ')}.`)
      try {
        await this.#hosts.replace(app, documentsOf(read.contents))
        this.log.add({ kind: 'note', seat: 1, message: 'Saved data were put in place of what there was.' })
      } finally {
        // Sessions ended with the host that they were in.
        this.#endSessions()
        this.#everyone((connection) => connection.reload())
      }
    })
  }

  /**
   * The developer changes what is saved, by hand; a running app sees it at its next call.
   * @throws {EditRefusedError} where the platform would not hold it
   */
  async editData(edit: ReadDataEdit): Promise<void> {
    await (await this.host(this.#appId())).edit(edit)
  }

  /** What will happen by itself, soonest first; nothing while the manifest cannot be read. */
  async upcoming(): Promise<readonly Upcoming[]> {
    const { facts } = this.live.state
    return facts === null ? [] : (await this.host(facts.app.id)).upcoming()
  }

  /** The developer's three figures (3.3), in credits; null until something asked for what is saved of the app. */
  async figures(): Promise<Figures | null> {
    const { facts } = this.live.state
    const host = facts === null ? null : await this.#hosts.opened(facts.app.id)
    if (host === null) return null
    const { purchases, held, paid } = host.figures
    return {
      purchases: formatCredits(purchases),
      held: formatCredits(held),
      paid: formatCredits(paid),
    }
  }

  /** @param words how far, as the developer said it */
  advanceClock(milliseconds: number, words: string): void {
    this.clock.advance(milliseconds)
    this.log.add({ kind: 'note', seat: 1, message: `The clock went forward by ${words}.` })
  }

  pauseClock(paused: boolean): void {
    if (paused === this.clock.paused) return
    if (paused) this.clock.pause()
    else this.clock.resume()
    this.log.add({
      kind: 'note',
      seat: 1,
      message: paused ? 'The clock stands still.' : 'The clock goes on.',
    })
  }

  /** Lets something befall the app in a seat. @throws {Failure} while the manifest cannot be read */
  async befall(seat: number, moment: Moment): Promise<void> {
    const host = await this.host(this.#appId())
    const { log } = this
    log.add({
      kind: 'note',
      seat,
      message: `Trouble was ordered for seat ${seat}: ${moment}.`,
      action: { do: 'befall', moment },
      received: log.receive(),
    })
    await host.befall(seat, moment)
  }

  /** The app is opened anew in a frame without a size, which gets one after a moment. @returns whether it is open there */
  squeeze(seat: number): boolean {
    const window = this.#windows.get(seat)
    window?.squeeze()
    return window !== undefined
  }

  /** The snapshots of the app's data. @throws {Failure} while the manifest cannot be read */
  get snapshots(): Snapshots {
    return this.#data.snapshots(this.#appId())
  }

  /** @throws {Failure} when it could not be written */
  takeSnapshot(name: string): Promise<void> {
    return this.#inTurn(async () => this.snapshots.take(name, await this.exportData()))
  }

  /**
   * Goes back to a snapshot, and loads the app anew.
   * @throws {Failure} `not-found` where there is none, `refused` where its file is no longer one
   */
  async returnToSnapshot(name: string): Promise<void> {
    await this.importData(await this.snapshots.read(name))
    this.log.add({ kind: 'note', seat: 1, message: `Back to the snapshot ${JSON.stringify(name)}.` })
  }

  /**
   * Forgets all that is saved, the switches, the clock and the log, and loads the app anew.
   * @throws {Failure} when the saved data cannot be removed
   */
  reset(): Promise<void> {
    return this.#inTurn(async () => {
      this.#endSessions()
      await this.#hosts.reset()
      this.clock.reset()
      this.log.clear()
      this.#aiRecorder.clear()
      this.trouble.clear()
      this.trouble.torture(null)
      for (const observer of this.#observers) observer.logCleared()
      this.#everyone((connection) => connection.reload())
    })
  }

  async close(): Promise<void> {
    this.clock.stop()
    await this.#hosts.close()
    this.#matchWatch.stop()
    await this.live.close()
    await this.uploads.close()
    await this.#data.close()
  }

  #appId(): string {
    const { facts } = this.live.state
    if (facts !== null) return facts.app.id
    throw new Failure(
      'refused',
      'The manifest cannot be read, so that nobody knows whose data these are.',
      'Mend manifest.json first.',
    )
  }

  /** What replaces saved data happens one after the other. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#turns.then(run)
    this.#turns = result.catch(() => undefined)
    return result
  }

  #endSessions(): void {
    for (const window of this.#windows.values()) window.end()
  }

  #tellSeats(): void {
    for (const observer of this.#observers) observer.send({ type: 'seats-taken', taken: this.takenSeats })
  }

  #everyone(tell: (connection: SeatConnection | ObserverConnection) => void): void {
    for (const connection of [...this.#windows.values(), ...this.#observers]) tell(connection)
  }
}
