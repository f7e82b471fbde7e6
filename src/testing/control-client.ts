import type { OpenSheet, SimulatorState, SnapshotInfo, Upcoming } from '../control/simulator-answers.js'
import type { SimulatorRoutes } from '../control/simulator-routes.js'
import type { AppData } from '../host/control/app-data.js'
import type { DataEdit } from '../host/control/data-edit-request.js'
import type { FaultRequest, FaultState } from '../host/control/faults/fault.js'
import type { SwitchChanges, Switches } from '../host/control/switches.js'
import type { LogEntry } from '../host/log/call-log.js'
import type { EveryoneSeated, MatchStepRequest } from '../host/matches/match-step-request.js'
import type { RobotRequest } from '../host/matches/robot-control.js'
import type { MessageDetails, Timeline, TimelineEntry } from '../host/matches/timeline-entry.js'
import type { SheetKind, SheetKinds } from '../host/session/sheets.js'
import { ClockClient } from './clock-client.js'
import { type ControlAddress, ControlError } from './control-error.js'
import { ControlRequests, reasonOf, refuseUnknownOptions } from './control-requests.js'

/** What a person can choose on a sheet; for a photo or a video the file's bytes, or null to close the sheet. */
export type SheetChoice<Kind extends SheetKind> = Kind extends 'pick-image' | 'pick-video'
  ? { readonly file: Uint8Array } | null
  : SheetKinds[Kind]['choice']

export interface SheetOptions {
  /** From 1, which is the default. */
  readonly seat?: number
  /** How long to wait for the sheet; default 4 s, less than test runners allow a test. */
  readonly timeoutMs?: number
}

/** What the log is watched for. */
export interface WatchOptions {
  /** Only entries with a higher number. */
  readonly after?: number
  /** Whether each call is also offered when it is sent, with `state: 'pending'`; default false. */
  readonly pending?: boolean
  /** Ends the watching. */
  readonly signal?: AbortSignal
}

/** How an entry of the log is waited for. */
export interface WaitOptions extends Omit<WatchOptions, 'signal'> {
  /** How long to wait for the entry; default 4 s, less than test runners allow a test. */
  readonly timeoutMs?: number
}

/** Which entries of the timeline of matches are wanted. */
export interface TimelineOptions {
  readonly after?: number
  readonly match?: string
  readonly seat?: number
  readonly kind?: TimelineEntry['kind']
  readonly type?: string
}

/** Controls a running simulator through its control API. Every method rejects with a ControlError. */
export class ControlClient extends ClockClient {
  readonly #requests: ControlRequests<SimulatorRoutes>

  constructor(address: ControlAddress) {
    const requests = new ControlRequests<SimulatorRoutes>(address, 'simulator')
    super((body) => requests.ask('POST clock', { body }))
    this.#requests = requests
  }

  state(): Promise<SimulatorState> {
    return this.#requests.ask('GET state')
  }

  /**
   * Changes switches, of one seat or of all.
   * @returns the switches after the change
   */
  async setSwitches(change: SwitchChanges, options: { readonly seat?: number } = {}): Promise<Switches> {
    return (await this.#requests.ask('PATCH switches', { query: options, body: change })).switches
  }

  /**
   * Opens the first free seats, up to eight in all, without a window of their own. The window whose panels are open shows
   * them; without one, the first that opens does. Until then no code of the app runs in them.
   * @param options nicknames: of the new seats, in order; null leaves one without a nickname
   * @returns the seats that were opened, such as `[2, 3, 4]`
   */
  async openSeats(
    count: number,
    options: { readonly nicknames?: readonly (string | null)[] } = {},
  ): Promise<readonly number[]> {
    return (await this.#requests.ask('POST seats', { body: { count, ...options } })).opened
  }

  /**
   * Gives every open seat a nickname, and seats each in an open match: the other players see it there, and its app enters
   * the match with its next `host` or `join` call.
   * @param match its id or code; default: the newest with room
   */
  seatEveryone(match?: string): Promise<EveryoneSeated> {
    return this.#requests.ask('POST seat-everyone', { body: match === undefined ? {} : { match } })
  }

  /** Seats one person in a match, as `seatEveryone` does. @param match its id or code, as in the methods below */
  async seatIn(match: string, seat: number): Promise<void> {
    await this.#steer(match, { action: 'seat', seat })
  }

  /** Closes a match. Its players get the reason. */
  async closeMatch(match: string, reason: 'idle' | 'expired' | 'unavailable'): Promise<void> {
    await this.#steer(match, { action: 'close', reason })
  }

  /** Makes another player the host of a match. */
  async makeHost(match: string, seat: number): Promise<void> {
    await this.#steer(match, { action: 'host', seat })
  }

  /** Removes a player from a match, as the service may: their app gets `unavailable`. */
  async kick(match: string, seat: number): Promise<void> {
    await this.#steer(match, { action: 'kick', seat })
  }

  /**
   * Sends a message of your own as a player of a match.
   * @param options to: the seat that gets it; default: all other players
   */
  async sendAs(
    match: string,
    seat: number,
    data: unknown,
    options: { readonly to?: number } = {},
  ): Promise<void> {
    await this.#steer(match, { action: 'send', seat, data, ...options })
  }

  /** Holds the messages of a match back from now on. */
  async holdMessages(match: string): Promise<void> {
    await this.#steer(match, { action: 'hold' })
  }

  /** Delivers held messages. @param options count: how many of the earliest; default: all, and holds no more */
  async releaseMessages(match: string, options: { readonly count?: number } = {}): Promise<void> {
    await this.#steer(match, { action: 'release', ...options })
  }

  /**
   * What happened in matches, oldest first, also in those that closed: who joined, left and became host, every message with its
   * delays and losses, and where the states of apps differed.
   * @param options after: the `revision` of an earlier answer, for what is new or changed since. match: its id or code. seat: of
   *   a message its sender's. type: of messages, such as `move`
   */
  timeline(options: TimelineOptions = {}): Promise<Timeline> {
    return this.#requests.ask('GET matches/timeline', { query: options })
  }

  /** A message of the timeline, with what changed since the sender's latest message of its type. @param seq its number */
  message(seq: number): Promise<MessageDetails> {
    return this.#requests.ask('GET matches/timeline/:seq', { path: { seq } })
  }

  /**
   * Opens a free seat with a robot, which joins a match and sends messages: random ones of the kinds seen, or those that a
   * seat sent before. `closeSeat` removes it.
   * @returns its seat
   */
  async addRobot(plan: RobotRequest): Promise<number> {
    return (await this.#requests.ask('POST robots', { body: plan })).seat
  }

  /** Closes a seat. For the other players of its match, its window was closed. */
  async closeSeat(seat: number): Promise<void> {
    await this.#requests.ask('DELETE seats/:seat', { path: { seat } })
  }

  /** What will happen with time, soonest first: refunds, payouts, ends of passes and sessions. */
  async upcoming(): Promise<readonly Upcoming[]> {
    return (await this.#requests.ask('GET clock')).clock.upcoming
  }

  /**
   * Cuts the connection of a seat's match: its app hears that the match closed, with the reason `connection_lost`.
   * @returns whether the seat was in a match
   */
  async dropConnection(seat: number): Promise<boolean> {
    return (await this.#requests.ask('POST drop-connection', { query: { seat } })).dropped
  }

  /** The faults that calls may still get, and the seed of the random ones. */
  faults(): Promise<FaultState> {
    return this.#requests.ask('GET faults')
  }

  /**
   * Makes something fail on purpose: a call that is refused, slow or never answered, or an event such as the end of the
   * session.
   */
  addFault(fault: FaultRequest): Promise<FaultState> {
    return this.#requests.ask('POST faults', { body: fault })
  }

  /** Removes one fault, or all. */
  removeFault(id?: number): Promise<FaultState> {
    return this.#requests.ask('DELETE faults', id === undefined ? {} : { query: { id } })
  }

  /** Random faults from a seed: the same calls fail in the same way. Null ends them. */
  setRandomFaults(seed: number | null): Promise<FaultState> {
    return this.#requests.ask('PATCH faults', { body: { randomSeed: seed } })
  }

  /**
   * Lets the network of one seat, or of all, deliver nothing for a while, and then everything.
   * @param duration a number and `ms`, `s` or `m`, such as `5s`
   * @returns the seats in which an app runs
   */
  async freezeNetwork(
    duration: string,
    options: { readonly seat?: number } = {},
  ): Promise<readonly number[]> {
    const body = { for: duration, ...options }
    return (await this.#requests.ask('POST freeze', { body })).frozen
  }

  /**
   * Lets phones on this machine's networks connect, from now on.
   * @returns the links for them, the most likely first, with the pairing code
   */
  async openToPhones(): Promise<readonly string[]> {
    return (await this.#requests.ask('POST phones')).urls
  }

  /** Waits for a sheet of the host: payment, share, nickname, a picker. */
  async waitForSheet<Kind extends SheetKind>(
    kind: Kind,
    options: SheetOptions = {},
  ): Promise<OpenSheet<Kind>> {
    refuseUnknownOptions('waitForSheet', options, { seat: true, timeoutMs: true })
    const { seat = 1, timeoutMs = DEFAULT_WAIT_MS } = options
    const until = Date.now() + timeoutMs
    for (;;) {
      const wait = Math.max(0, Math.min(until - Date.now(), LONGEST_QUESTION_MS))
      const { sheets } = await this.#requests.ask('GET sheets', { query: { seat, kind, wait } })
      const [sheet] = sheets
      // Only sheets of this kind were asked for.
      if (sheet !== undefined) return sheet as OpenSheet<Kind>
      if (wait < LONGEST_QUESTION_MS)
        throw new ControlError(0, `No sheet ${kind} was opened in seat ${seat} within ${timeoutMs} ms.`)
    }
  }

  /**
   * Waits for a sheet and makes a choice as a person would. If the host refuses the choice, it rejects with what the person
   * would read, and the sheet stays open.
   * @returns what the sheet showed
   */
  async answerSheet<Kind extends SheetKind>(
    kind: Kind,
    choice: SheetChoice<Kind>,
    options: SheetOptions = {},
  ): Promise<SheetKinds[Kind]['offer']> {
    refuseUnknownOptions('answerSheet', options, { seat: true, timeoutMs: true })
    const { seat, sheet, offer } = await this.waitForSheet(kind, options)
    const path = { seat, sheet }
    if (isFile(choice)) await this.#give(path, choice.file)
    else await this.#requests.ask('POST sheets/:seat/:sheet', { path, body: { choice } })
    return offer
  }

  /**
   * The log so far, oldest first: calls and their answers, events, violations, errors of the app. Calls are in the order in
   * which they were sent. One without an answer so far has `state: 'pending'` and `ms: null`.
   */
  calls(options: { readonly after?: number } = {}): Promise<readonly LogEntry[]> {
    return this.#requests.ask('GET calls', { query: options })
  }

  /**
   * The log so far, and then every new entry, until the signal aborts or you leave the loop. A call comes once it is
   * answered, with the number that it got when it was sent.
   * @param options pending: also yields each call when it is sent, with `state: 'pending'`; default false
   */
  async *watch(options: WatchOptions = {}): AsyncGenerator<LogEntry> {
    refuseUnknownOptions('watch', options, { after: true, pending: true, signal: true })
    const { after = 0, signal } = options
    const response = await this.#requests.fetch(
      'GET calls',
      { query: { after } },
      { accept: 'application/x-ndjson', ...(signal === undefined ? {} : { signal }) },
    )
    if (response.body === null) return
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const entry = JSON.parse(line) as LogEntry
        if (options.pending === true || !isPending(entry)) yield entry
      }
    }
  }

  /**
   * Waits for an entry of the log that `wanted` accepts. An entry that is already there counts. A call counts once it is
   * answered, so that its result is there.
   * @param options timeoutMs: rejects after that time, with the last entries. pending: for example to wait until the app
   *   calls `pay`
   */
  async waitFor(wanted: (entry: LogEntry) => boolean, options: WaitOptions = {}): Promise<LogEntry> {
    refuseUnknownOptions('waitFor', options, { after: true, timeoutMs: true, pending: true })
    const timeoutMs = options.timeoutMs ?? DEFAULT_WAIT_MS
    const signal = AbortSignal.timeout(timeoutMs)
    const seen: LogEntry[] = []
    const offersPending = options.pending === true
    try {
      for await (const entry of this.watch({ after: options.after ?? 0, pending: true, signal })) {
        if ((offersPending || !isPending(entry)) && wanted(entry)) return entry
        seen.push(entry)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
    const came = seen.slice(-SHOWN_ENTRIES).map((entry) => `  ${JSON.stringify(entry, withoutReplay)}`)
    throw new ControlError(
      0,
      came.length === 0
        ? `No log entry came within ${timeoutMs} ms.`
        : `The entry did not come within ${timeoutMs} ms. The last entries:\n${came.join('\n')}`,
    )
  }

  /** All saved data of the app: storage, purchases and balances, nicknames, the shared store, the people. */
  data(): Promise<Required<AppData>> {
    return this.#requests.ask('GET data')
  }

  /**
   * Replaces all saved data of the app, or nothing if the document is invalid, and reloads the app. What the
   * document leaves out is empty afterwards.
   * @returns the saved data afterwards
   */
  setData(data: AppData): Promise<Required<AppData>> {
    return this.#requests.ask('PUT data', { body: data })
  }

  /**
   * Changes one thing in the saved data. A running app sees it at its next call. It can be what no app can do: another
   * player's record, a refund, a payout completed by hand.
   */
  async edit(edit: DataEdit): Promise<void> {
    await this.#requests.ask('PATCH data', { body: edit })
  }

  /** The snapshots of this app, the latest first. A reset keeps them. */
  async snapshots(): Promise<readonly SnapshotInfo[]> {
    return (await this.#requests.ask('GET snapshots')).snapshots
  }

  /** Saves a snapshot under a name. An earlier one of that name is replaced. */
  async takeSnapshot(name: string): Promise<void> {
    await this.#requests.ask('PUT snapshots/:name', { path: { name } })
  }

  /** Replaces the saved data with a snapshot, and reloads the app. @returns the saved data afterwards */
  returnToSnapshot(name: string): Promise<Required<AppData>> {
    return this.#requests.ask('POST snapshots/:name/restore', { path: { name } })
  }

  async removeSnapshot(name: string): Promise<void> {
    await this.#requests.ask('DELETE snapshots/:name', { path: { name } })
  }

  /**
   * Adds the AI requests and answers since the start to `ai.json`, with pictures and sounds as files next to it.
   * @returns how many answers were added
   */
  async recordAi(): Promise<number> {
    return (await this.#requests.ask('POST ai/record')).recorded
  }

  /** Deletes saved data, resets switches, clock and log, and reloads the app. */
  async reset(): Promise<void> {
    await this.#requests.ask('POST reset')
  }

  async #steer(match: string, step: MatchStepRequest): Promise<void> {
    await this.#requests.ask('POST matches/:match', { path: { match }, body: step })
  }

  /** Sends the bytes of a file, as the shell does for a picked one. */
  async #give(path: { readonly seat: number; readonly sheet: number }, bytes: Uint8Array): Promise<void> {
    const response = await this.#requests.send('PUT picked/:seat/:sheet', { path }, { bytes })
    if (!response.ok) throw new ControlError(response.status, await reasonOf(response))
  }
}

const isPending = (entry: LogEntry): boolean => entry.kind === 'call' && entry.state === 'pending'

const isFile = (choice: unknown): choice is { readonly file: Uint8Array } =>
  typeof choice === 'object' && choice !== null && 'file' in choice

/** Below the minute for which the control API holds a request. */
const LONGEST_QUESTION_MS = 30_000

/** Readers do not need the fields for replaying. */
const withoutReplay = (key: string, value: unknown): unknown =>
  key === 'action' || key === 'received' || key === 'answered' || key === 'turns' ? undefined : value

/** Less than the five seconds that Vitest and Jest give a test, so that what did not come is named. */
const DEFAULT_WAIT_MS = 4_000
const SHOWN_ENTRIES = 5
