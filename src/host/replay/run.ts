import { MovableClock } from '../clock.js'
import { readAppData } from '../control/app-data-codec.js'
import { dataEditSchema } from '../control/data-edit.js'
import { FaultInjector } from '../control/faults/fault-injector.js'
import { SwitchBoard } from '../control/switch-board.js'
import { switchChangeSchema } from '../control/switch-change.js'
import { documentsOf } from '../domains.js'
import { Host } from '../host.js'
import type { Action } from '../log/action.js'
import { type CallEntry, CallLog, type EventEntry, isPending, type LogEntry } from '../log/call-log.js'
import { withCutTexts } from '../log/loggable.js'
import { matchStepSchema } from '../matches/match-step.js'
import { MatchTimeline } from '../matches/match-timeline.js'
import { MemoryStore } from '../saving/store.js'
import { seededRandomness } from '../seeded-randomness.js'
import { LoggedPictures, LoggedScript, loggedAlike, readHostedApp, startSchema, withNames } from './logged.js'
import { OutsideWork, ReplayedSeat, replayedFile, WaitingCalls } from './outside-work.js'
import { type ReplayWorld, UnreplayableError } from './replay-world.js'

/** An output of a host. */
export type Output = CallEntry | EventEntry

/** How often and how far the clock advances while an answer or an event is awaited: a few seconds in total. */
const NUDGE_TURNS = 60
const NUDGE_MS = 500

/** How many turns an output gets before it counts as missing. Work outside the host is awaited. */
const MOST_TURNS = 300

interface RunParts {
  readonly host: Host
  readonly clock: MovableClock
  readonly switches: SwitchBoard
  readonly log: CallLog
  readonly faults: FaultInjector
  readonly waitingCalls: WaitingCalls
  readonly world: ReplayWorld
  readonly pictures: LoggedPictures
  readonly script: LoggedScript
  readonly outside: OutsideWork
}

/** A new host on which the inputs of a log are repeated, from one start to the next. */
export class Run {
  readonly #parts: RunParts
  readonly #seats = new Map<number, ReplayedSeat>()
  readonly #renamed = new Map<string, string>()
  readonly #taken = new Set<LogEntry>()

  private constructor(parts: RunParts) {
    this.#parts = parts
    parts.log.onEntry((entry) => {
      if (entry.kind === 'call' && !isPending(entry)) this.#seats.get(entry.seat)?.waiting.delete(entry.id)
    })
  }

  static async begin(
    start: Extract<Action, { do: 'start' }>,
    time: number,
    world: ReplayWorld,
  ): Promise<Run> {
    const { data, seed, switches: wanted, faults: wantedFaults } = startSchema.parse(start)
    if (data === null)
      throw new UnreplayableError(
        'The log starts with more saved data than a log can contain: record one that starts after a reset.',
      )
    const store = new MemoryStore()
    const app = String(Reflect.get(data, 'app'))
    const read = readAppData(data, { app, ownerId: 'u_nobody', now: time })
    if ('problems' in read)
      throw new UnreplayableError(
        `The saved data at the start of the log are invalid: ${read.problems.join('; ')}.`,
      )
    for (const [name, value] of documentsOf(read.contents)) await store.save(name, () => value)
    const clock = new MovableClock({ now: () => time, monotonic: () => 0, wake: () => () => {} }, (error) => {
      throw error
    })
    const log = new CallLog(clock)
    const switches = await SwitchBoard.open(store)
    for (const { seat, change } of wanted) await switches.set(seat, change)
    const faults = new FaultInjector()
    if (wantedFaults !== undefined) faults.restart(wantedFaults)
    const waitingCalls = new WaitingCalls()
    const outside = new OutsideWork()
    const pictures = new LoggedPictures(outside.pictures(world.pictures))
    const script = new LoggedScript()
    const host = await Host.open({
      clock,
      log,
      timeline: new MatchTimeline(),
      store,
      switches,
      randomness: seededRandomness(seed),
      pictures,
      aiMaker: outside.aiMaker(script.wrap(world.aiMaker)),
      faults,
      ...(start.hasArrivals === true ? { repeats: waitingCalls } : {}),
      onDefect: (error) => {
        throw error
      },
    })
    return new Run({ host, clock, switches, log, faults, waitingCalls, world, pictures, script, outside })
  }

  /** A call goes on, as it did in the log. */
  goOn(seat: number, id: string): void {
    this.#parts.waitingCalls.goOn(seat, id)
  }

  /** Lets what was just done take effect, before anything else is done. */
  takeEffect(): Promise<void> {
    return this.#parts.world.turn()
  }

  /** Advances the time, through everything that comes due on the way. */
  goTo(time: number): void {
    if (time > this.#parts.clock.now()) this.#parts.clock.advance(time - this.#parts.clock.now())
  }

  /**
   * Repeats a call.
   * @param call its logged answer, if any, has the result of a cut picture, and the answer of `ai.json`
   */
  call(
    call: Pick<
      CallEntry,
      'seat' | 'id' | 'state' | 'resumed' | 'wire' | 'params' | 'notJson' | 'gesture' | 'error' | 'script'
    >,
  ): void {
    const { seat, id, wire, notJson, gesture, error, script } = call
    const params = withNames(withCutTexts(call.params), this.#renamed)
    if (wire === 'share') this.#parts.pictures.expect(call.params, params, error?.code)
    if (script !== undefined) this.#parts.script.expect(params, script)
    const json = JSON.stringify({ service: 1, id, ...(wire === '' ? {} : { method: wire }), params })
    const replayed = this.#seats.get(seat)
    replayed?.waiting.add(id)
    if (call.state !== 'pending' || call.resumed !== undefined) this.#parts.waitingCalls.expect(seat, id)
    void replayed?.session?.receive({ json, gesture, ...(notJson === undefined ? {} : { notJson }) })
  }

  /** Whether the seat has an unanswered call or an open sheet. */
  isBusy(seat: number): boolean {
    const { waiting, sheet } = this.#seat(seat)
    return waiting.size > 0 || sheet !== null
  }

  /** Notes that a call that may have opened a sheet could not be repeated. */
  sheetIsMissing(seat: number): void {
    this.#seat(seat).sheetMissing = true
  }

  /**
   * Repeats an action.
   * @param answer the logged answer of the call whose sheet the person chooses on
   * @returns the difference, in words, or null
   */
  async act(seat: number, action: Action, answer?: CallEntry): Promise<string | null> {
    const replayed = this.#seat(seat)
    switch (action.do) {
      case 'start':
        return null
      case 'open': {
        const app = this.#parts.world.app ?? readHostedApp(action.app)
        const drawer = replayed.drawerOf(action.sheets)
        replayed.waiting.clear()
        const person = await this.#parts.host.seat(seat)
        replayed.session = this.#parts.host.openSession(
          app,
          person,
          {
            send: () => {},
            ready: () => {},
            pageVisibility: () => {},
            close: () => {},
            aiStrip: () => {},
            notice: () => {},
            sheets: drawer,
          },
          action.pageVisible,
          action.keepsPlace === true,
        )
        return null
      }
      case 'end':
        replayed.session?.end(action.reason)
        replayed.session = null
        return null
      case 'page-visibility':
        replayed.session?.setPageVisible(action.visible)
        return null
      case 'change-nickname':
        void replayed.session?.changeNickname()
        return null
      case 'drop-connection':
        this.#parts.host.dropConnection(seat)
        return null
      case 'freeze-network':
        this.#parts.host.freezeNetwork(seat, action.milliseconds)
        return null
      case 'steer-match': {
        const match = this.#parts.host.matches.steering.find(this.#renamed.get(action.match) ?? action.match)
        if (match === null) return `The match ${action.match} is not open.`
        this.#parts.host.steerMatch(match, matchStepSchema.parse(action.step))
        return null
      }
      case 'cancel-ai':
        replayed.session?.cancelAi()
        return null
      case 'buy-access': {
        const app = this.#parts.world.app ?? readHostedApp(action.app)
        await this.#parts.host.openings.openAccessSheet(
          app,
          await this.#parts.host.seat(seat),
          replayed.drawerOf(['payment']),
        )
        return null
      }
      case 'trigger':
        await this.#parts.host.triggerMoment(seat, action.moment)
        return null
      case 'add-fault':
        this.#parts.faults.add(action.plan)
        return null
      case 'remove-fault':
        if (action.id === null) this.#parts.faults.clear()
        else this.#parts.faults.remove(action.id)
        return null
      case 'random-faults':
        this.#parts.faults.setRandomSeed(action.seed)
        return null
      case 'switches':
        await this.#parts.switches.set(action.seat, switchChangeSchema.parse(action.change))
        return null
      case 'edit':
        await this.#parts.host.edit(dataEditSchema.parse(action.edit))
        return null
      case 'choose':
        return await this.#choose(replayed, action, answer)
    }
  }

  /**
   * The new host's entry for the same call, or the same seat's next event; null if it never comes.
   * @param time when it was logged; the clock advances to it
   */
  async outputLike(output: Output, time: number): Promise<Output | null> {
    // Work in progress starts now, as it did when it was recorded, not at the later time at which a busy machine logged it:
    // its duration would count from then, and it would end after the log's.
    if (this.#logged(output) === undefined) await this.#settle()
    this.goTo(time)
    for (let attempt = 0; attempt < MOST_TURNS; attempt++) {
      const found = this.#logged(output)
      if (found !== undefined) {
        this.#taken.add(found)
        return found
      }
      await this.#turn()
      // What starts a little later than in the log also comes due a little later, such as the end of a match after 4 hours.
      if (attempt % NUDGE_TURNS === NUDGE_TURNS - 1) this.#parts.clock.advance(NUDGE_MS)
    }
    return null
  }

  #logged(output: Output): Output | undefined {
    return this.#parts.log
      .entries()
      .find((entry): entry is Output => !this.#taken.has(entry) && isLike(entry, output))
  }

  /** An event that is not in the log. */
  unexpectedEvent(): EventEntry | undefined {
    return this.#parts.log
      .entries()
      .find((entry): entry is EventEntry => entry.kind === 'event' && !this.#taken.has(entry))
  }

  alike(recorded: unknown, replayed: unknown): boolean {
    return loggedAlike(recorded, replayed, this.#renamed)
  }

  end(): void {
    this.#parts.host.close()
    this.#parts.clock.stop()
  }

  /** Lets everything happen that does not wait for the clock. */
  async #settle(): Promise<void> {
    do await this.#turn()
    while (this.#parts.outside.isBusy)
  }

  /** Waits for work outside the host first, so that the machine's speed does not matter. */
  async #turn(): Promise<void> {
    await this.#parts.outside.done()
    await this.#parts.world.turn()
  }

  async #choose(
    seat: ReplayedSeat,
    action: Extract<Action, { do: 'choose' }>,
    answer: CallEntry | undefined,
  ): Promise<string | null> {
    const { sheet, choice, fault } = action
    for (let attempt = 0; seat.sheet === null && !seat.sheetMissing && attempt < MOST_TURNS; attempt++)
      await this.#turn()
    if (seat.sheet === null) {
      const wasMissing = seat.sheetMissing
      seat.sheetMissing = false
      return wasMissing ? null : `No sheet is open, but in the log the person chose on the sheet ${sheet}.`
    }
    if (seat.sheet.kind !== sheet)
      return `The sheet ${seat.sheet.kind} is open, but in the log the person chose on the sheet ${sheet}.`
    const isFile = typeof choice === 'object' && choice !== null && 'file' in choice
    const verdict = await seat.sheet.choose(
      isFile ? replayedFile(choice.file, fault === null ? answer?.result : undefined) : choice,
    )
    if ((verdict === null) === (fault === null)) return null
    return verdict === null
      ? `The choice on the sheet ${sheet} is accepted, but in the log it was refused: ${fault}`
      : `The choice on the sheet ${sheet} is refused, but in the log it was accepted: ${verdict}`
  }

  #seat(number: number): ReplayedSeat {
    const known = this.#seats.get(number)
    if (known !== undefined) return known
    const made = new ReplayedSeat()
    this.#seats.set(number, made)
    return made
  }
}

const isLike = (entry: LogEntry, output: Output): entry is Output => {
  if (entry.seat !== output.seat) return false
  if (output.kind === 'event') return entry.kind === 'event' && orderOf(entry) === orderOf(output)
  return entry.kind === 'call' && entry.id === output.id && isAnswered(entry)
}

/** Events of the same order come one after the other. The person's own events wait for their switches to be saved. */
const orderOf = ({ event }: EventEntry): string =>
  event === 'theme' || event === 'visibility' ? event : 'others'

/** Whether a call was answered: its page may have been closed before. */
export const isAnswered = ({ result, error }: CallEntry): boolean =>
  result !== undefined || error !== undefined
