import { MovableClock } from '../clock.js'
import { readAppData } from '../control/app-data-codec.js'
import { dataEditSchema } from '../control/data-edit.js'
import { SwitchBoard } from '../control/switch-board.js'
import { switchChangeSchema } from '../control/switch-change.js'
import { TroubleBoard } from '../control/trouble/trouble-board.js'
import { documentsOf } from '../domains.js'
import { Host } from '../host.js'
import type { Action } from '../log/action.js'
import { type CallEntry, CallLog, type EventEntry, type LogEntry } from '../log/call-log.js'
import { withCutTexts } from '../log/loggable.js'
import { MemoryStore } from '../saving/store.js'
import { seededRandomness } from '../seeded-randomness.js'
import { loggedAlike } from './logged-alike.js'
import { LoggedPictures } from './logged-pictures.js'
import { LoggedScript } from './logged-script.js'
import { readHostedApp, startSchema } from './logged-shapes.js'
import { OutsideWork } from './outside-work.js'
import { pickedAgain } from './picked-again.js'
import { type ReplayWorld, UnreplayableError } from './replay-world.js'
import { ReplayedSeat } from './replayed-seat.js'

/** What came out of a host. */
export type Output = CallEntry | EventEntry

/** How often, and how far, the clock goes on while an answer or an event is awaited: a few seconds in all. */
const NUDGE_TURNS = 60
const NUDGE_MS = 500

/** How often what is under way is given another turn before it counts as never coming; what is made outside the host is awaited. */
const MOST_TURNS = 300

/** One host, from a start to the next: all that is in the log is done to it again. */
export class Run {
  readonly #host: Host
  readonly #clock: MovableClock
  readonly #switches: SwitchBoard
  readonly #log: CallLog
  readonly #trouble: TroubleBoard
  readonly #world: ReplayWorld
  readonly #pictures: LoggedPictures
  readonly #script: LoggedScript
  readonly #outside: OutsideWork
  readonly #seats = new Map<number, ReplayedSeat>()
  readonly #renamed = new Map<string, string>()
  readonly #taken = new Set<LogEntry>()

  private constructor(
    host: Host,
    clock: MovableClock,
    switches: SwitchBoard,
    log: CallLog,
    world: ReplayWorld,
    trouble: TroubleBoard,
    pictures: LoggedPictures,
    script: LoggedScript,
    outside: OutsideWork,
  ) {
    this.#pictures = pictures
    this.#script = script
    this.#outside = outside
    log.onEntry((entry) => {
      if (entry.kind === 'call') this.#seats.get(entry.seat)?.waiting.delete(entry.id)
    })
    this.#trouble = trouble
    this.#host = host
    this.#clock = clock
    this.#switches = switches
    this.#log = log
    this.#world = world
  }

  static async begin(
    start: Extract<Action, { do: 'start' }>,
    time: number,
    world: ReplayWorld,
  ): Promise<Run> {
    const { data, seed, switches: wanted } = startSchema.parse(start)
    if (data === null)
      throw new UnreplayableError(
        'The log begins with more saved data than a log holds: record one that begins after a reset.',
      )
    const store = new MemoryStore()
    const app = String(Reflect.get(data, 'app'))
    const read = readAppData(data, { app, ownerId: 'u_nobody', now: time })
    if ('problems' in read)
      throw new UnreplayableError(`The saved data that the log begins with: ${read.problems.join('; ')}.`)
    for (const [name, value] of documentsOf(read.contents)) await store.save(name, () => value)
    const clock = new MovableClock({ now: () => time, monotonic: () => 0, wake: () => () => {} }, (error) => {
      throw error
    })
    const log = new CallLog(clock)
    const board = await SwitchBoard.open(store)
    for (const { seat, change } of wanted) await board.set(seat, change)
    const trouble = new TroubleBoard()
    const outside = new OutsideWork()
    const pictures = new LoggedPictures(outside.pictures(world.pictures))
    const script = new LoggedScript()
    const host = await Host.open({
      clock,
      log,
      store,
      switches: board,
      randomness: seededRandomness(seed),
      pictures,
      aiMaker: outside.aiMaker(script.before(world.aiMaker)),
      trouble,
      onDefect: (error) => {
        throw error
      },
    })
    return new Run(host, clock, board, log, world, trouble, pictures, script, outside)
  }

  /** Time goes on to a moment, through all that falls due on the way. */
  goTo(time: number): void {
    if (time > this.#clock.now()) this.#clock.advance(time - this.#clock.now())
  }

  /**
   * @param call its answer, where it has one, says what became of a picture that the log does not have in full, and what
   *   `ai.json` said
   */
  call(call: Pick<CallEntry, 'seat' | 'id' | 'method' | 'params' | 'gesture' | 'error' | 'script'>): void {
    const { seat, id, method, gesture, error, script } = call
    const params = withCutTexts(call.params)
    if (method === 'share') this.#pictures.expect(call.params, params, error?.code)
    if (script !== undefined) this.#script.expect(params, script)
    const json = JSON.stringify({ service: 1, id, ...(method === '' ? {} : { method }), params })
    const replayed = this.#seats.get(seat)
    replayed?.waiting.add(id)
    void replayed?.session?.receive({ json, gesture })
  }

  /** Whether a call of the seat has no answer yet, or a sheet is open. */
  isBusy(seat: number): boolean {
    const { waiting, sheet } = this.#seat(seat)
    return waiting.size > 0 || sheet !== null
  }

  /** A call that may have opened a sheet could not be made: a choice on none is no difference. */
  sheetIsMissing(seat: number): void {
    this.#seat(seat).sheetMissing = true
  }

  /**
   * @param answer what the call came to whose sheet a person chooses on
   * @returns what differs, in words, or null
   */
  async act(seat: number, action: Action, answer?: CallEntry): Promise<string | null> {
    const replayed = this.#seat(seat)
    switch (action.do) {
      case 'start':
        return null
      case 'open': {
        const app = this.#world.app ?? readHostedApp(action.app)
        const drawer = replayed.drawerOf(action.sheets)
        replayed.waiting.clear()
        const person = await this.#host.seat(seat)
        replayed.session = this.#host.openSession(
          app,
          person,
          {
            send: () => {},
            ready: () => {},
            close: () => {},
            aiStrip: () => {},
            notice: () => {},
            sheets: drawer,
          },
          action.pageVisible,
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
        this.#host.dropConnection(seat)
        return null
      case 'cancel-ai':
        replayed.session?.cancelAi()
        return null
      case 'buy-access': {
        const app = this.#world.app ?? readHostedApp(action.app)
        await this.#host.openAccessSheet(app, await this.#host.seat(seat), replayed.drawerOf(['payment']))
        return null
      }
      case 'befall':
        await this.#host.befall(seat, action.moment)
        return null
      case 'order-trouble':
        this.#trouble.add(action.order)
        return null
      case 'call-off-trouble':
        if (action.id === null) this.#trouble.clear()
        else this.#trouble.remove(action.id)
        return null
      case 'torture':
        this.#trouble.torture(action.seed)
        return null
      case 'switches':
        await this.#switches.set(action.seat, switchChangeSchema.parse(action.change))
        return null
      case 'edit':
        await this.#host.edit(dataEditSchema.parse(action.edit))
        return null
      case 'choose':
        return await this.#choose(replayed, action, answer)
    }
  }

  /**
   * What the host now logs of the same call, or of the same seat's next event; null where it never comes.
   * @param time when it was logged; the clock goes on to it
   */
  async outputLike(output: Output, time: number): Promise<Output | null> {
    // What is under way starts now, as it did then, and not at the later moment at which a busy machine logged it:
    // its time would be counted from there, and its end would come after the log's.
    if (this.#logged(output) === undefined) await this.#settle()
    this.goTo(time)
    for (let attempt = 0; attempt < MOST_TURNS; attempt++) {
      const found = this.#logged(output)
      if (found !== undefined) {
        this.#taken.add(found)
        return found
      }
      await this.#turn(attempt)
      // What begins a moment later than in the log falls due as much later: a match, say, that is over after 4 hours.
      if (attempt % NUDGE_TURNS === NUDGE_TURNS - 1) this.#clock.advance(NUDGE_MS)
    }
    return null
  }

  #logged(output: Output): Output | undefined {
    return this.#log
      .entries()
      .find((entry): entry is Output => !this.#taken.has(entry) && isLike(entry, output))
  }

  /** An event that nothing in the log told of. */
  unexpectedEvent(): EventEntry | undefined {
    return this.#log
      .entries()
      .find((entry): entry is EventEntry => entry.kind === 'event' && !this.#taken.has(entry))
  }

  alike(recorded: unknown, replayed: unknown): boolean {
    return loggedAlike(recorded, replayed, this.#renamed)
  }

  end(): void {
    this.#host.close()
    this.#clock.stop()
  }

  /** Lets all that needs no time to pass come about. */
  async #settle(): Promise<void> {
    do await this.#turn(0)
    while (this.#outside.isBusy)
  }

  /** However long a picture takes on this machine, it makes no difference. */
  async #turn(attempt: number): Promise<void> {
    await this.#outside.done()
    await this.#world.turn(attempt)
  }

  async #choose(
    seat: ReplayedSeat,
    action: Extract<Action, { do: 'choose' }>,
    answer: CallEntry | undefined,
  ): Promise<string | null> {
    const { sheet, choice, fault } = action
    for (let attempt = 0; seat.sheet === null && !seat.sheetMissing && attempt < MOST_TURNS; attempt++)
      await this.#turn(attempt)
    if (seat.sheet === null) {
      const wasMissing = seat.sheetMissing
      seat.sheetMissing = false
      return wasMissing ? null : `No sheet is open, where the person chose on the sheet ${sheet}.`
    }
    if (seat.sheet.kind !== sheet)
      return `The sheet ${seat.sheet.kind} is open, where the person chose on the sheet ${sheet}.`
    const isFile = typeof choice === 'object' && choice !== null && 'file' in choice
    const verdict = await seat.sheet.choose(
      isFile ? pickedAgain(choice.file, fault === null ? answer?.result : undefined) : choice,
    )
    if ((verdict === null) === (fault === null)) return null
    return verdict === null
      ? `The choice on the sheet ${sheet} is taken, which was refused: ${fault}`
      : `The choice on the sheet ${sheet} is refused, which was taken: ${verdict}`
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
  if (output.kind === 'event') return entry.kind === 'event'
  return entry.kind === 'call' && entry.id === output.id && isAnswered(entry)
}

/** Whether a call has an answer: the page may have been gone before. */
export const isAnswered = ({ result, error }: CallEntry): boolean =>
  result !== undefined || error !== undefined
