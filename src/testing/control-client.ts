import type { CheckResult } from '../check/problem.js'
import type { AppData } from '../host/app-data.js'
import type { LogEntry } from '../host/call-log.js'
import type { DataEdit } from '../host/data-edit-request.js'
import type { MatchView } from '../host/matches/match-view.js'
import type { SheetKind, SheetKinds } from '../host/sheets.js'
import type { Switches } from '../host/switches.js'
import type { TroubleRequest, TroubleState } from '../host/trouble/trouble.js'
import type { Upcoming as HostUpcoming } from '../host/upcoming.js'
import type { AppInfo } from '../simulator/messages.js'

/** Where a simulator's control API is: what `dev --format json` prints in its `ready` line. */
export interface ControlAddress {
  /** The address of the control API, ending in a slash. */
  readonly control: string
  readonly token: string
}

/** A change of switches: only what changes is named, nested ones likewise. */
export type SwitchChange = {
  readonly [Name in keyof Switches]?: Switches[Name] extends object ? Partial<Switches[Name]> : Switches[Name]
}

/** The answer of `GET control/state`. */
export interface SimulatorState {
  readonly schema: 1
  /** The version of the simulator. */
  readonly simulator: string
  readonly app: AppInfo
  /** The app's entry page; null while its manifest cannot be read. */
  readonly frameUrl: string | null
  /** What `check` says of the app; null until it has looked. */
  readonly problems: CheckResult | null
  /** The switches of seat 1. */
  readonly switches: Switches
  /** The names of the switches that this simulator acts on. */
  readonly actingSwitches: readonly string[]
  readonly clock: {
    /** The host's time, ISO 8601. */
    readonly now: string
    /** By how many milliseconds it is ahead of the machine's. */
    readonly ahead: number
    /** Whether it stands still. */
    readonly paused: boolean
  }
  /** The three figures on the app's page, in credits (3.3); null until the app is opened, or its data are asked for. */
  readonly figures: { readonly purchases: string; readonly held: string; readonly paid: string } | null
  /** The windows that are open. */
  readonly seats: readonly {
    readonly seat: number
    readonly running: boolean
    readonly switches: Switches
  }[]
  /** The live matches, the oldest first. */
  readonly matches: readonly MatchView[]
}

/** Something that will happen by itself when the clock gets there. */
export interface Upcoming extends Omit<HostUpcoming, 'at'> {
  /** ISO 8601, by the host's clock. */
  readonly at: string
}

/** A sheet that is open. */
export interface OpenSheet<Kind extends SheetKind> {
  readonly seat: number
  readonly sheet: number
  readonly kind: Kind
  /** What it shows. */
  readonly offer: SheetKinds[Kind]['offer']
}

/** What a person can choose on a sheet; for a photo or a video the file's bytes, or null to close the sheet. */
export type SheetChoice<Kind extends SheetKind> = Kind extends 'pick-image' | 'pick-video'
  ? { readonly file: Uint8Array } | null
  : SheetKinds[Kind]['choice']

export interface SheetOptions {
  /** From 1, which is the default. */
  readonly seat?: number
  /** How long to wait for the sheet; default 10 s. */
  readonly timeoutMs?: number
}

/** A snapshot as it is listed. */
export interface SnapshotInfo {
  readonly name: string
  /** When it was taken, in real time, ISO 8601. */
  readonly takenAt: string
  /** The size of its file. */
  readonly bytes: number
}

/** The control API refused a request, or is not there. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The HTTP status; 0 where no answer came. */
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
  }
}

/** A running simulator, steered through its control API. Every method rejects with a ControlError. */
export class ControlClient {
  readonly #address: ControlAddress

  constructor(address: ControlAddress) {
    this.#address = address
  }

  state(): Promise<SimulatorState> {
    return this.#ask<SimulatorState>('GET', 'state')
  }

  /**
   * Flips switches, of one seat or of all.
   * @returns the switches as they are then
   */
  async setSwitches(change: SwitchChange, options: { readonly seat?: number } = {}): Promise<Switches> {
    const query = options.seat === undefined ? '' : `?seat=${options.seat}`
    return (await this.#ask<{ switches: Switches }>('PATCH', `switches${query}`, change)).switches
  }

  /**
   * Moves the host's clock forward: sessions end, purchases are refunded, rates are free again.
   * @param duration a number and `ms`, `s`, `m`, `h` or `d`, such as `24h`
   * @returns the host's time, ISO 8601
   */
  async advance(duration: string): Promise<string> {
    return (await this.#ask<{ clock: { now: string } }>('POST', 'clock', { advance: duration })).clock.now
  }

  /** Stands the host's clock still; it can still be moved forward. */
  async pause(): Promise<void> {
    await this.#ask('POST', 'clock', { pause: true })
  }

  /** Lets the clock go on from where it stands. */
  async resume(): Promise<void> {
    await this.#ask('POST', 'clock', { pause: false })
  }

  /** What will happen by itself, soonest first: refunds, payouts, ends of passes and sessions. */
  async upcoming(): Promise<readonly Upcoming[]> {
    return (await this.#ask<{ clock: { upcoming: readonly Upcoming[] } }>('GET', 'clock')).clock.upcoming
  }

  /**
   * Cuts the connection of a seat's match: its app is told that the match closed, with the reason `connection_lost`.
   * @returns whether the seat was in a match
   */
  async dropConnection(seat: number): Promise<boolean> {
    return (await this.#ask<{ dropped: boolean }>('POST', `drop-connection?seat=${seat}`)).dropped
  }

  /** The orders for trouble that stand, and the torture that is on. */
  trouble(): Promise<TroubleState> {
    return this.#ask<TroubleState>('GET', 'trouble')
  }

  /**
   * Lets things go wrong on purpose: a call that is refused, slow or never answered, or a moment such as the end of the
   * session.
   */
  orderTrouble(order: TroubleRequest): Promise<TroubleState> {
    return this.#ask<TroubleState>('POST', 'trouble', order)
  }

  /** Calls off one order, or all. */
  callOffTrouble(id?: number): Promise<TroubleState> {
    return this.#ask<TroubleState>('DELETE', id === undefined ? 'trouble' : `trouble?id=${id}`)
  }

  /** Random trouble from a seed: the same calls meet the same trouble. Null ends it. */
  torture(seed: number | null): Promise<TroubleState> {
    return this.#ask<TroubleState>('PUT', 'torture', { seed })
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
      const { sheets } = await this.#ask<{ sheets: readonly OpenSheet<Kind>[] }>(
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
    if (isFile(choice)) await this.#give(seat, sheet, choice.file)
    else await this.#ask('POST', `sheets/${seat}/${sheet}`, { choice })
    return offer
  }

  /** A picked file goes as its bytes, the way the shell sends it. */
  async #give(seat: number, sheet: number, file: Uint8Array): Promise<void> {
    const { control, token } = this.#address
    const response = await fetch(new URL(`picked/${seat}/${sheet}`, control), {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      // A copy: fetch takes no view of memory that another thread may change.
      body: new Uint8Array(file),
    })
    if (response.ok) return
    const { fault, error } = (await response.json()) as { fault?: string; error?: string }
    throw new ControlError(response.status, fault ?? error ?? response.statusText)
  }

  /** The log so far, oldest first: calls and their answers, events, violations, errors of the app. */
  calls(options: { readonly after?: number } = {}): Promise<readonly LogEntry[]> {
    return this.#ask<readonly LogEntry[]>('GET', `calls?after=${options.after ?? 0}`)
  }

  /** The log so far, and then every entry as it comes, until the signal aborts or the loop is left. */
  async *watch(
    options: { readonly after?: number; readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<LogEntry> {
    const response = await this.#fetch('GET', `calls?after=${options.after ?? 0}`, {
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
    return this.#ask<Required<AppData>>('GET', 'data')
  }

  /**
   * Puts a document in place of all that is saved of the app, all or nothing, and loads the app anew. What the
   * document leaves out is empty afterwards.
   * @returns what is saved then
   */
  setData(data: AppData): Promise<Required<AppData>> {
    return this.#ask<Required<AppData>>('PUT', 'data', data)
  }

  /**
   * Changes one thing of what is saved; a running app sees it at its next call. It may be what no app may do: another
   * player's record, a refund, a payout completed by hand.
   */
  async edit(edit: DataEdit): Promise<void> {
    await this.#ask('PATCH', 'data', edit)
  }

  /** The snapshots that were taken of this app, the latest first. They are kept when saved data are forgotten. */
  async snapshots(): Promise<readonly SnapshotInfo[]> {
    return (await this.#ask<{ snapshots: readonly SnapshotInfo[] }>('GET', 'snapshots')).snapshots
  }

  /** Keeps what is saved of the app under a name, in place of an earlier snapshot of that name. */
  async takeSnapshot(name: string): Promise<void> {
    await this.#ask('PUT', snapshotPath(name))
  }

  /** Puts a snapshot in place of what is saved, and loads the app anew. @returns what is saved then */
  returnToSnapshot(name: string): Promise<Required<AppData>> {
    return this.#ask<Required<AppData>>('POST', `${snapshotPath(name)}/restore`)
  }

  async removeSnapshot(name: string): Promise<void> {
    await this.#ask('DELETE', snapshotPath(name))
  }

  /**
   * Writes what AI was asked and answered since the start into `ai.json`, pictures and sounds as files beside it.
   * @returns how many answers were added
   */
  async recordAi(): Promise<number> {
    return (await this.#ask<{ recorded: number }>('POST', 'ai/record')).recorded
  }

  /** Forgets saved data, switches, clock and log, and loads the app anew. */
  async reset(): Promise<void> {
    await this.#ask('POST', 'reset')
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#fetch(method, path, body === undefined ? {} : { body: JSON.stringify(body) })
    // The shapes are this version's own: client and server are one package.
    return (await response.json()) as T
  }

  async #fetch(
    method: string,
    path: string,
    options: { readonly body?: string; readonly accept?: string; readonly signal?: AbortSignal },
  ): Promise<Response> {
    const { control, token } = this.#address
    let response: Response
    try {
      response = await fetch(new URL(path, control), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: options.accept ?? 'application/json',
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(options.body === undefined ? {} : { body: options.body }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      })
    } catch (error) {
      if (options.signal?.aborted === true) throw error
      throw new ControlError(0, `No simulator answers at ${control}.`, error)
    }
    if (!response.ok)
      throw new ControlError(response.status, `${method} ${path}: ${await reasonOf(response)}`)
    return response
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

/** The words of an error answer. */
const reasonOf = async (response: Response): Promise<string> => {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    if (typeof error === 'string') return error
  } catch {
    // No JSON: its text says what it says.
  }
  return text === '' ? `${response.status} ${response.statusText}` : text
}
