import * as z from 'zod'
import { AGE_RATINGS } from '../platform/ages.js'
import { CAPABILITIES, type Capability, REQUIRABLE_FEATURES } from '../platform/features.js'
import { productSchema } from '../platform/manifest.js'
import type { Action, Received } from './action.js'
import type { AiMaker } from './ai/ai-maker.js'
import { readAppData } from './app-data-codec.js'
import { documentsOf } from './app-documents.js'
import { type CallEntry, CallLog, type EventEntry, type LogEntry, type NoteEntry } from './call-log.js'
import { MovableClock } from './clock.js'
import { dataEditSchema } from './data-edit.js'
import { Host } from './host.js'
import type { DeclaredCapability, HostedApp } from './hosted-app.js'
import { loggedAlike } from './logged-alike.js'
import type { Pictures } from './pictures.js'
import type { Difference, Replayed } from './replayed.js'
import { seededRandomness } from './seeded-randomness.js'
import type { Session } from './session.js'
import type { Judge, OpenSheet, SheetDrawer, SheetKind, SheetKinds } from './sheets.js'
import { MemoryStore } from './store.js'
import { SwitchBoard } from './switch-board.js'
import { switchChangeSchema } from './switch-change.js'
import { TroubleBoard } from './trouble/trouble.js'

/** What a replay is given. */
export interface ReplayWorld {
  readonly pictures: Pictures
  readonly aiMaker: AiMaker
  /** Resolves once what is under way had a chance to go on: a turn of the event loop, and longer the later. */
  readonly turn: (attempt: number) => Promise<void>
  /** In place of the app that the log was recorded with: another manifest, say. */
  readonly app?: HostedApp
}

/** The log cannot be replayed at all, with the reason in words. */
export class UnreplayableError extends Error {
  override readonly name = 'UnreplayableError'
}

/**
 * Does to a new host all that was done to the one of a log, at the same times, and compares what comes of it: answers
 * and events. Ids that the host drew count as alike where they are the same ones again, times where they are close.
 * @param log whole, oldest first
 * @throws {UnreplayableError} where the log says too little
 */
export const replay = async (log: readonly LogEntry[], world: ReplayWorld): Promise<Replayed> => {
  const inputs = log.filter(isInput).sort((a, b) => a.received.order - b.received.order)
  const first = inputs.findIndex((entry) => entry.kind === 'note' && entry.action?.do === 'start')
  if (first === -1)
    throw new UnreplayableError(
      'The log does not say where it begins: export it from its start, or after a reset or an import.',
    )
  const progress = new Progress(log.filter(isOutput), world)
  for (const input of inputs.slice(first)) {
    if (!(await progress.reach(input))) break
    await progress.take(input)
  }
  return await progress.finish()
}

type Input = (CallEntry | NoteEntry) & { readonly received: Received }
type Output = CallEntry | EventEntry

const isInput = (entry: LogEntry): entry is Input =>
  (entry.kind === 'call' || (entry.kind === 'note' && entry.action !== undefined)) &&
  entry.received !== undefined

const isOutput = (entry: LogEntry): entry is Output => entry.kind === 'call' || entry.kind === 'event'

/** Runs through a log: what reached the host is done again, and what came of it is awaited and compared. */
class Progress {
  readonly #outputs: readonly Output[]
  readonly #world: ReplayWorld
  readonly #skipped: { readonly seq: number; readonly why: string }[] = []
  /** Calls that cannot be made again, by their place among what reached the host. */
  readonly #notMade = new Set<number>()
  #next = 0
  #alike = 0
  #difference: Difference | null = null
  #run: Run | null = null

  constructor(outputs: readonly Output[], world: ReplayWorld) {
    this.#outputs = outputs
    this.#world = world
  }

  /** Awaits and compares all that had come out when this reached the host. False where it differs. */
  async reach({ received }: Input): Promise<boolean> {
    for (;;) {
      const output = this.#outputs[this.#next]
      if (output === undefined || output.seq > received.after) break
      this.#next += 1
      if (this.#run !== null) await this.#expect(output, this.#run)
      if (this.#difference !== null) return false
    }
    this.#run?.goTo(Date.parse(received.at))
    return true
  }

  async take(input: Input): Promise<void> {
    if (input.kind === 'note' && input.action?.do === 'start') {
      this.#run = await Run.begin(input.action, Date.parse(input.received.at), this.#world)
      // What the log still has of the run before was of a host that is gone.
      while ((this.#outputs[this.#next]?.seq ?? Number.POSITIVE_INFINITY) < input.seq) this.#next += 1
      return
    }
    const run = this.#run
    if (run === null) return
    if (input.kind === 'note') {
      const problem = input.action === undefined ? null : await run.act(input.seat, input.action)
      if (problem !== null) this.#differ(input, 'choose', problem)
    } else if (isCut(input.params)) {
      this.#notMade.add(input.received.order)
      run.sheetIsMissing(input.seat)
    } else run.call(input)
  }

  async finish(): Promise<Replayed> {
    for (; this.#next < this.#outputs.length && this.#difference === null; this.#next += 1) {
      const output = this.#outputs[this.#next]
      if (output !== undefined && this.#run !== null) await this.#expect(output, this.#run)
    }
    const more = this.#difference === null ? this.#run?.unexpectedEvent() : undefined
    if (more !== undefined)
      this.#difference = {
        ...placeOf(more),
        message: `The event ${more.event} was sent, which the log has not.`,
        replayed: more.data,
      }
    this.#run?.end()
    return { alike: this.#alike, skipped: this.#skipped, difference: this.#difference }
  }

  async #expect(output: Output, run: Run): Promise<void> {
    if (output.kind === 'call') {
      const why = this.#whySkipped(output)
      if (why !== null) {
        this.#skipped.push({ seq: output.seq, why })
        return
      }
    }
    run.goTo(Date.parse(output.at))
    const replayed = await run.outputLike(output)
    if (replayed === null)
      this.#differ(
        output,
        whatOf(output),
        output.kind === 'call'
          ? `${output.method} has no answer.`
          : `The event ${output.event} was not sent.`,
        saidBy(output),
      )
    else if (whatOf(replayed) !== whatOf(output) || !run.alike(saidBy(output), saidBy(replayed)))
      this.#differ(
        output,
        whatOf(output),
        output.kind === 'call'
          ? `${output.method} has another answer.`
          : `The event ${output.event} came out otherwise.`,
        saidBy(output),
        saidBy(replayed),
      )
    else this.#alike += 1
  }

  #whySkipped(call: CallEntry): string | null {
    if (call.received === undefined) return 'It is of a log of an earlier version.'
    if (this.#notMade.has(call.received.order)) return 'Its parameters were too long for the log.'
    const { result } = call
    if (call.method.startsWith('pick') && typeof result === 'object' && result !== null && 'type' in result)
      return 'The file that was picked is not in the log.'
    return null
  }

  #differ(entry: LogEntry, what: string, message: string, ...[recorded, replayed]: readonly unknown[]): void {
    this.#difference ??= {
      ...placeOf(entry),
      what,
      message,
      ...(recorded === undefined ? {} : { recorded }),
      ...(replayed === undefined ? {} : { replayed }),
    }
  }
}

const placeOf = (entry: LogEntry) => ({
  seq: entry.seq,
  at: entry.at,
  seat: entry.seat,
  what: entry.kind === 'event' ? entry.event : entry.kind,
})

const whatOf = (output: Output): string => (output.kind === 'call' ? output.method : output.event)

/** What the app was told. An error's words are for developers, and may change. */
const saidBy = (output: Output): unknown => {
  if (output.kind === 'event') return output.data
  // What AI made may have been written down beside the app, which the log does not hold.
  if (output.method.startsWith('ai.') && output.error === undefined)
    return { status: statusOf(output.result) }
  return output.error === undefined ? { result: output.result } : { error: output.error.code }
}

const statusOf = (result: unknown): unknown =>
  typeof result === 'object' && result !== null ? Reflect.get(result, 'status') : undefined

/** Whether a text of it was cut for the log. */
const isCut = (value: unknown): boolean => {
  if (typeof value === 'string') return /… \([\d,]+ characters\)$/.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(isCut)
}

/** How often what is under way is given another turn before it counts as never coming. */
const MOST_TURNS = 300

/** One host, from a start to the next. */
class Run {
  readonly #host: Host
  readonly #clock: MovableClock
  readonly #switches: SwitchBoard
  readonly #log: CallLog
  readonly #trouble: TroubleBoard
  readonly #world: ReplayWorld
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
  ) {
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
    const host = await Host.open({
      clock,
      log,
      store,
      switches: board,
      randomness: seededRandomness(seed),
      pictures: world.pictures,
      aiMaker: world.aiMaker,
      trouble,
      onDefect: (error) => {
        throw error
      },
    })
    return new Run(host, clock, board, log, world, trouble)
  }

  /** Time goes on to a moment, through all that falls due on the way. */
  goTo(time: number): void {
    if (time > this.#clock.now()) this.#clock.advance(time - this.#clock.now())
  }

  call({ seat, id, method, params, gesture }: CallEntry): void {
    const json = JSON.stringify({ service: 1, id, ...(method === '' ? {} : { method }), params })
    void this.#seats.get(seat)?.session?.receive({ json, gesture })
  }

  /** A call that may have opened a sheet could not be made: a choice on none is no difference. */
  sheetIsMissing(seat: number): void {
    this.#seat(seat).sheetMissing = true
  }

  /** @returns what differs, in words, or null */
  async act(seat: number, action: Action): Promise<string | null> {
    const replayed = this.#seat(seat)
    switch (action.do) {
      case 'start':
        return null
      case 'open': {
        const app = this.#world.app ?? readHostedApp(action.app)
        const drawer = replayed.drawerOf(action.sheets)
        const person = await this.#host.seat(seat)
        replayed.session = this.#host.openSession(
          app,
          person,
          { send: () => {}, ready: () => {}, close: () => {}, aiStrip: () => {}, sheets: drawer },
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
        return await this.#choose(replayed, action)
    }
  }

  /** What the host now logs of the same call, or of the same seat's next event; null where it never comes. */
  async outputLike(output: Output): Promise<Output | null> {
    for (let attempt = 0; attempt < MOST_TURNS; attempt++) {
      const found = this.#log.entries().find((entry) => !this.#taken.has(entry) && isLike(entry, output))
      if (found !== undefined && isOutput(found)) {
        this.#taken.add(found)
        return found
      }
      await this.#world.turn(attempt)
    }
    return null
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

  async #choose(seat: ReplayedSeat, action: Extract<Action, { do: 'choose' }>): Promise<string | null> {
    const { sheet, choice, fault } = action
    for (let attempt = 0; seat.sheet === null && !seat.sheetMissing && attempt < MOST_TURNS; attempt++)
      await this.#world.turn(attempt)
    if (seat.sheet === null) {
      const wasMissing = seat.sheetMissing
      seat.sheetMissing = false
      return wasMissing ? null : `No sheet is open, where the person chose on the sheet ${sheet}.`
    }
    if (seat.sheet.kind !== sheet)
      return `The sheet ${seat.sheet.kind} is open, where the person chose on the sheet ${sheet}.`
    // The file itself is not in the log: closing the sheet lets the app go on.
    const isFile = typeof choice === 'object' && choice !== null && 'file' in choice
    if (isFile && fault !== null) return null
    const verdict = await seat.sheet.choose(isFile ? null : choice)
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

const isLike = (entry: LogEntry, output: Output): boolean => {
  if (entry.seat !== output.seat) return false
  if (output.kind === 'event') return entry.kind === 'event'
  return entry.kind === 'call' && entry.id === output.id
}

/** A seat in a replay: its session, and the sheet that waits for the person. */
class ReplayedSeat {
  session: Session | null = null
  sheetMissing = false
  sheet: {
    readonly kind: SheetKind
    /** @returns why it is not taken, or null */
    readonly choose: (choice: unknown) => Promise<string | null>
  } | null = null

  drawerOf(kinds: readonly SheetKind[]): SheetDrawer {
    return {
      kinds,
      open: <Kind extends SheetKind>(
        kind: Kind,
        _offer: SheetKinds[Kind]['offer'],
        judge: Judge<Kind>,
      ): OpenSheet<Kind> => {
        const close = (): void => {
          this.sheet = null
        }
        const choice = new Promise<SheetKinds[Kind]['choice']>((resolve) => {
          this.sheet = {
            kind,
            choose: async (given) => {
              // The kind was compared with the log's, and the log has what the host's own schema had taken.
              const made = given as SheetKinds[Kind]['choice']
              const fault = await judge(made)
              if (fault === null) {
                close()
                resolve(made)
              }
              return fault
            },
          }
        })
        return { choice, close }
      },
    }
  }
}

const startSchema = z.object({
  seed: z.int(),
  data: z.custom<object>((value) => typeof value === 'object' && value !== null).nullable(),
  switches: z.array(z.object({ seat: z.int(), change: switchChangeSchema })),
})

const appSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  access: z.discriminatedUnion('type', [
    z.object({ type: z.literal('free') }),
    z.object({ type: z.enum(['one_time', 'pass_30d']), price: z.string(), statement: z.string() }),
  ]),
  products: z.array(productSchema),
  ageRating: z.enum(AGE_RATINGS),
  requires: z.array(z.enum(REQUIRABLE_FEATURES)),
  capabilities: z.partialRecord(
    z.enum(CAPABILITIES),
    z.object({ version: z.int(), purpose: z.string(), tools: z.array(z.string()) }),
  ),
})

const readHostedApp = (logged: object): HostedApp => {
  const app = appSchema.parse(logged)
  const capabilities: Partial<Record<Capability, DeclaredCapability>> = {}
  for (const name of CAPABILITIES) {
    const declared = app.capabilities[name]
    if (declared !== undefined) capabilities[name] = declared
  }
  return { ...app, capabilities }
}
