import type { AppData } from '../host/control/app-data.js'
import type { DataEdit } from '../host/control/data-edit-request.js'
import type { FaultRequest, FaultState } from '../host/control/faults/injected-fault.js'
import type { Switches } from '../host/control/switches.js'
import type { LogEntry } from '../host/log/call-log.js'
import type { SheetKind, SheetKinds } from '../host/session/sheets.js'
import type {
  OpenSheet,
  SheetChoice,
  SheetOptions,
  SimulatorState,
  SnapshotInfo,
  SwitchChange,
  Upcoming,
} from './control-answers.js'
import { type ControlAddress, ControlError, ControlRequests } from './control-requests.js'

/** A running simulator, steered through its control API. Every method rejects with a ControlError. */
export class ControlClient {
  readonly #requests: ControlRequests

  constructor(address: ControlAddress) {
    this.#requests = new ControlRequests(address)
  }

  state(): Promise<SimulatorState> {
    return this.#requests.ask<SimulatorState>('GET', 'state')
  }

  /**
   * Flips switches, of one seat or of all.
   * @returns the switches as they are then
   */
  async setSwitches(change: SwitchChange, options: { readonly seat?: number } = {}): Promise<Switches> {
    const query = options.seat === undefined ? '' : `?seat=${options.seat}`
    return (await this.#requests.ask<{ switches: Switches }>('PATCH', `switches${query}`, change)).switches
  }

  /**
   * Moves the host's clock forward: sessions end, purchases are refunded, rates are free again.
   * @param duration a number and `ms`, `s`, `m`, `h` or `d`, such as `24h`
   * @returns the host's time, ISO 8601
   */
  async advance(duration: string): Promise<string> {
    return (await this.#requests.ask<{ clock: { now: string } }>('POST', 'clock', { advance: duration }))
      .clock.now
  }

  /** Stands the host's clock still; it can still be moved forward. */
  async pause(): Promise<void> {
    await this.#requests.ask('POST', 'clock', { pause: true })
  }

  /** Lets the clock go on from where it stands. */
  async resume(): Promise<void> {
    await this.#requests.ask('POST', 'clock', { pause: false })
  }

  /** What will happen by itself, soonest first: refunds, payouts, ends of passes and sessions. */
  async upcoming(): Promise<readonly Upcoming[]> {
    return (await this.#requests.ask<{ clock: { upcoming: readonly Upcoming[] } }>('GET', 'clock')).clock
      .upcoming
  }

  /**
   * Cuts the connection of a seat's match: its app is told that the match closed, with the reason `connection_lost`.
   * @returns whether the seat was in a match
   */
  async dropConnection(seat: number): Promise<boolean> {
    return (await this.#requests.ask<{ dropped: boolean }>('POST', `drop-connection?seat=${seat}`)).dropped
  }

  /** The orders for trouble that stand, and the torture that is on. */
  trouble(): Promise<FaultState> {
    return this.#requests.ask<FaultState>('GET', 'trouble')
  }

  /**
   * Lets things go wrong on purpose: a call that is refused, slow or never answered, or a moment such as the end of the
   * session.
   */
  orderTrouble(order: FaultRequest): Promise<FaultState> {
    return this.#requests.ask<FaultState>('POST', 'trouble', order)
  }

  /** Calls off one order, or all. */
  callOffTrouble(id?: number): Promise<FaultState> {
    return this.#requests.ask<FaultState>('DELETE', id === undefined ? 'trouble' : `trouble?id=${id}`)
  }

  /** Random trouble from a seed: the same calls meet the same trouble. Null ends it. */
  torture(seed: number | null): Promise<FaultState> {
    return this.#requests.ask<FaultState>('PUT', 'torture', { seed })
  }

  /** Waits for a sheet of the host: payment, share, nickname, a picker. */
  async waitForSheet<Kind extends SheetKind>(
    kind: Kind,
    options: SheetOptions = {},
  ): Promise<OpenSheet<Kind>> {
    const { seat = 1, timeoutMs = DEFAULT_WAIT_MS } = options
    const until = Date.now() + timeoutMs
    for (;;) {
      const wait = Math.max(0, Math.min(until - Date.now(), LONGEST_QUESTION_MS))
      const { sheets } = await this.#requests.ask<{ sheets: readonly OpenSheet<Kind>[] }>(
        'GET',
        `sheets?seat=${seat}&kind=${kind}&wait=${wait}`,
      )
      const [sheet] = sheets
      if (sheet !== undefined) return sheet
      if (wait < LONGEST_QUESTION_MS)
        throw new ControlError(0, `No sheet ${kind} was opened in seat ${seat} within ${timeoutMs} ms.`)
    }
  }

  /**
   * Waits for a sheet and makes the choice that a person would; the host judges it. It rejects with what the person
   * would be told where the host does not take it, and the sheet stays open.
   * @returns what the sheet showed
   */
  async answerSheet<Kind extends SheetKind>(
    kind: Kind,
    choice: SheetChoice<Kind>,
    options: SheetOptions = {},
  ): Promise<SheetKinds[Kind]['offer']> {
    const { seat, sheet, offer } = await this.waitForSheet(kind, options)
    if (isFile(choice)) await this.#requests.give(seat, sheet, choice.file)
    else await this.#requests.ask('POST', `sheets/${seat}/${sheet}`, { choice })
    return offer
  }

  /** The log so far, oldest first: calls and their answers, events, violations, errors of the app. */
  calls(options: { readonly after?: number } = {}): Promise<readonly LogEntry[]> {
    return this.#requests.ask<readonly LogEntry[]>('GET', `calls?after=${options.after ?? 0}`)
  }

  /** The log so far, and then every entry as it comes, until the signal aborts or the loop is left. */
  async *watch(
    options: { readonly after?: number; readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<LogEntry> {
    const response = await this.#requests.fetch('GET', `calls?after=${options.after ?? 0}`, {
      accept: 'application/x-ndjson',
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    if (response.body === null) return
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as LogEntry
    }
  }

  /**
   * Waits for an entry of the log that is wanted; one that is there already counts.
   * @param options timeoutMs: rejects after that long, and says what came instead; default 10 s
   */
  async waitFor(
    wanted: (entry: LogEntry) => boolean,
    options: { readonly after?: number; readonly timeoutMs?: number } = {},
  ): Promise<LogEntry> {
    const timeoutMs = options.timeoutMs ?? DEFAULT_WAIT_MS
    const signal = AbortSignal.timeout(timeoutMs)
    const seen: LogEntry[] = []
    try {
      for await (const entry of this.watch({ after: options.after ?? 0, signal })) {
        if (wanted(entry)) return entry
        seen.push(entry)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
    const came = seen.slice(-SHOWN_ENTRIES).map((entry) => `  ${JSON.stringify(entry, withoutReplay)}`)
    throw new ControlError(
      0,
      came.length === 0
        ? `Nothing came within ${timeoutMs} ms.`
        : `What was wanted did not come within ${timeoutMs} ms. The last that came:\n${came.join('\n')}`,
    )
  }

  /** All that is saved of the app: storage, purchases and balances, nicknames, the shared store, who is who. */
  data(): Promise<Required<AppData>> {
    return this.#requests.ask<Required<AppData>>('GET', 'data')
  }

  /**
   * Puts a document in place of all that is saved of the app, all or nothing, and loads the app anew. What the
   * document leaves out is empty afterwards.
   * @returns what is saved then
   */
  setData(data: AppData): Promise<Required<AppData>> {
    return this.#requests.ask<Required<AppData>>('PUT', 'data', data)
  }

  /**
   * Changes one thing of what is saved; a running app sees it at its next call. It may be what no app may do: another
   * player's record, a refund, a payout completed by hand.
   */
  async edit(edit: DataEdit): Promise<void> {
    await this.#requests.ask('PATCH', 'data', edit)
  }

  /** The snapshots that were taken of this app, the latest first. They are kept when saved data are forgotten. */
  async snapshots(): Promise<readonly SnapshotInfo[]> {
    return (await this.#requests.ask<{ snapshots: readonly SnapshotInfo[] }>('GET', 'snapshots')).snapshots
  }

  /** Keeps what is saved of the app under a name, in place of an earlier snapshot of that name. */
  async takeSnapshot(name: string): Promise<void> {
    await this.#requests.ask('PUT', snapshotPath(name))
  }

  /** Puts a snapshot in place of what is saved, and loads the app anew. @returns what is saved then */
  returnToSnapshot(name: string): Promise<Required<AppData>> {
    return this.#requests.ask<Required<AppData>>('POST', `${snapshotPath(name)}/restore`)
  }

  async removeSnapshot(name: string): Promise<void> {
    await this.#requests.ask('DELETE', snapshotPath(name))
  }

  /**
   * Writes what AI was asked and answered since the start into `ai.json`, pictures and sounds as files beside it.
   * @returns how many answers were added
   */
  async recordAi(): Promise<number> {
    return (await this.#requests.ask<{ recorded: number }>('POST', 'ai/record')).recorded
  }

  /** Forgets saved data, switches, clock and log, and loads the app anew. */
  async reset(): Promise<void> {
    await this.#requests.ask('POST', 'reset')
  }
}

const snapshotPath = (name: string): string => `snapshots/${encodeURIComponent(name)}`

const isFile = (choice: unknown): choice is { readonly file: Uint8Array } =>
  typeof choice === 'object' && choice !== null && 'file' in choice

/** The control API keeps a question for a minute at most. */
const LONGEST_QUESTION_MS = 30_000

/** What a log is replayed by is nothing to read. */
const withoutReplay = (key: string, value: unknown): unknown =>
  key === 'action' || key === 'received' ? undefined : value

const DEFAULT_WAIT_MS = 10_000
const SHOWN_ENTRIES = 5
