import type { Capability } from '../platform/features.js'
import type { AiMaker } from './ai/ai-maker.js'
import { type AiConsents, openAiConsents } from './ai/document.js'
import type { Clock } from './clock.js'
import type { Upcoming } from './clock-course.js'
import type { AppContents } from './control/app-contents.js'
import { applyEdit, type ReadDataEdit } from './control/data-edit.js'
import type { Moment } from './control/faults/fault.js'
import type { FaultInjector } from './control/faults/fault-injector.js'
import { triggerMoment } from './control/faults/moments.js'
import type { SwitchSource } from './control/switch-board.js'
import { appUserOfSeat, MAX_SEATS } from './control/switches.js'
import { HANDLERS, upcomingIn } from './domains.js'
import type { HostedApp } from './hosted-app.js'
import type { CallLog } from './log/call-log.js'
import type { MatchPlayer } from './matches/match-player.js'
import type { Match } from './matches/match-registry.js'
import type { MatchStep } from './matches/match-step-request.js'
import type { MatchTimeline } from './matches/match-timeline.js'
import { Matches } from './matches/matches.js'
import { steerMatch } from './matches/steer-match.js'
import { Bookkeeping } from './money/bookkeeping.js'
import type { DeveloperFigures } from './money/ledger.js'
import type { Money } from './money/money.js'
import { DEVELOPER } from './money/paying.js'
import { type Nicknames, nicknameOf, openNicknames } from './nickname/document.js'
import { PlayerNicknames } from './nickname/player-nicknames.js'
import { Openings } from './opening/openings.js'
import type { Randomness } from './randomness.js'
import type { RealRuns } from './real-runs/real-runs.js'
import { openSharedStore, type SharedDocument } from './records/document.js'
import { NotSavedError, type SavedDocument, type Store } from './saving/store.js'
import type { Services } from './services.js'
import { openOwnerId } from './session/identity-document.js'
import { Seat } from './session/seat.js'
import { Session } from './session/session.js'
import type { SessionSink } from './session/session-world.js'
import type { Pictures } from './sharing/pictures.js'

/** What a host needs from outside: time, randomness, storage, and where to report. */
export interface HostWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly pictures: Pictures
  readonly aiMaker: AiMaker
  readonly store: Store
  readonly log: CallLog
  /** What happens in matches. */
  readonly timeline: MatchTimeline
  readonly switches: SwitchSource
  readonly faults: FaultInjector
  /** What makes its runs real; without it they are test runs. */
  readonly real?: RealRuns
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** What a host keeps. */
interface Kept {
  readonly ownerId: string
  readonly shared: SharedDocument
  readonly money: Money
  /** Null in real runs, whose money has another keeper. */
  readonly bookkeeping: Bookkeeping | null
  readonly nicknames: SavedDocument<Nicknames>
  readonly aiConsents: SavedDocument<AiConsents>
}

/** The simulated platform of one app: its people and their sessions. */
export class Host {
  readonly #world: HostWorld
  readonly #kept: Kept
  /** What players are called (4.6). */
  readonly nicknames: PlayerNicknames
  /** The live matches (4.8). */
  readonly matches: Matches
  /** Who may open the app (5). */
  readonly openings: Openings
  readonly #services: Services
  readonly #seats = new Map<number, Promise<Seat>>()
  readonly #sessions = new Map<number, Session>()
  readonly #stopListening: () => void

  private constructor(world: HostWorld, kept: Kept) {
    this.#world = world
    this.#kept = kept
    const { money, bookkeeping, nicknames } = kept
    const { clock, randomness, timeline, real } = world
    this.nicknames = new PlayerNicknames({
      document: nicknames,
      seat: (number) => this.seat(number),
      switches: world.switches,
      edit: (edit) => this.edit(edit),
    })
    this.matches = new Matches({
      clock,
      timeline,
      randomness,
      nicknameOf: (person) => nicknameOf(nicknames, person),
    })
    this.openings = new Openings({
      clock,
      randomness,
      switches: world.switches,
      money,
      developer: this.#developer,
      ensureBalance: async ({ appUserId, number }) => {
        if (bookkeeping === null || bookkeeping.hasBalance(appUserId)) return
        world.log.turn({ do: 'balance', seat: number })
        await bookkeeping.ensureBalance(appUserId, world.switches.of(number))
      },
    })
    this.#services = {
      money,
      records: kept.shared,
      nickname: nicknames,
      sharing: { pictures: world.pictures, real: real?.sharing ?? null },
      matches: this.matches,
      ai: {
        maker: world.aiMaker,
        consents: kept.aiConsents,
        modelDownloaded: (seat, capability) => this.#modelDownloaded(seat, capability),
      },
    }
    this.#stopListening = world.switches.onChange(async (seat, before, after, seeded) => {
      this.#sessions.get(seat)?.switchesChanged(before, after)
      if (seeded) this.#sessions.get(seat)?.reseedNetwork()
      this.matches.reconsider()
      if (bookkeeping === null) return
      const person = before.balance === after.balance ? null : this.seat(seat).then((one) => one.appUserId)
      await Promise.all([
        person === null ? null : bookkeeping.applyBalanceSwitch(seat, person, after),
        seat === 1 ? bookkeeping.applySharedSwitches(before, after) : null,
      ])
    })
  }

  /** Opens the host of one app with the data in its store. */
  static async open(given: HostWorld): Promise<Host> {
    const { outside } = given.log
    const world: HostWorld = {
      ...given,
      store: outside.store(given.store),
      pictures: outside.pictures(given.pictures),
      aiMaker: outside.aiMaker(given.aiMaker),
    }
    const [shared, bookkeeping, nicknames, aiConsents] = await Promise.all([
      openSharedStore(world.store),
      world.real === undefined ? Bookkeeping.open(world) : null,
      openNicknames(world.store),
      openAiConsents(world.store),
    ])
    const { balances, sales } = bookkeeping?.document.ledger.state() ?? { balances: {}, sales: [] }
    const people = [
      ...Object.keys(balances).filter((person) => person !== DEVELOPER),
      ...sales.map(({ buyer }) => buyer),
      ...nicknames.value.keys(),
      ...aiConsents.value.keys(),
      ...shared.value.records().map(({ player }) => player),
    ]
    const ownerId = world.real === undefined ? await openOwnerId(world.store, world.randomness, people) : ''
    // What came due while no host was running.
    bookkeeping?.document.settle()
    const money = world.real?.money ?? bookkeeping?.document
    if (money === undefined) throw new Error('A host has real payments or simulated ones, not both.')
    return new Host(world, { ownerId, shared, money, bookkeeping, nicknames, aiConsents })
  }

  /** The person in a seat, with their saved data. */
  seat(number: number): Promise<Seat> {
    const known = this.#seats.get(number)
    if (known !== undefined) return known
    const opening = Seat.open(number, this.#appUserId(number), this.#world.store)
    this.#seats.set(number, opening)
    // Data that could not be read may be readable the next time.
    opening.catch(() => this.#seats.delete(number))
    return opening
  }

  /**
   * Opens the app for a person: starts a session, and ends the seat's earlier one.
   * @param keepsPlace whether the seat stays in the match in which the developer seated it
   */
  openSession(
    app: HostedApp,
    seat: Seat,
    sink: SessionSink,
    pageVisible = true,
    keepsPlace = false,
  ): Session {
    const earlier = this.#sessions.get(seat.number)
    if (!keepsPlace) earlier?.end('connection_lost')
    const { clock, log, switches, randomness, faults, onDefect } = this.#world
    const session = new Session(
      app,
      seat,
      {
        clock,
        log,
        onDefect,
        handlers: HANDLERS,
        services: this.#services,
        run: { testMode: this.#world.real === undefined, developer: this.#developer },
        randomness,
        faults,
        onMoment: (moment) => {
          this.triggerMoment(seat.number, moment).catch((error: unknown) => {
            if (!(error instanceof NotSavedError)) onDefect(error)
          })
        },
        switches: () => switches.of(seat.number),
      },
      sink,
      pageVisible,
    )
    this.#sessions.set(seat.number, session)
    if (keepsPlace && earlier !== undefined) {
      this.matches.steering.takePlace(earlier.player, session.player)
      earlier.end('connection_lost')
    }
    return session
  }

  /**
   * Does something to a match by the developer's hand.
   * @throws {EditRefusedError} if it is not possible
   */
  steerMatch(match: Match, step: MatchStep): void {
    const playerIn = (seat: number): MatchPlayer | null => {
      const session = this.#sessions.get(seat)
      return session?.running === true ? session.player : null
    }
    steerMatch(this.matches, match, step, playerIn, this.#world.clock.now())
  }

  /**
   * Cuts the connection of a seat's match, for the developer (3.4: `connection_lost`).
   * @returns whether the seat was in a match
   */
  dropConnection(seat: number): boolean {
    return this.#sessions.get(seat)?.dropConnection() ?? false
  }

  /**
   * Lets the network of a seat deliver nothing for so long, and then everything.
   * @returns whether an app runs in the seat
   */
  freezeNetwork(seat: number, milliseconds: number): boolean {
    const session = this.#sessions.get(seat)
    if (session?.running !== true) return false
    session.freezeNetwork(milliseconds)
    return true
  }

  /**
   * Makes something happen to the app in a seat, by the developer's order or as a random fault.
   * @throws {NotSavedError} if the data that fill a store could not be saved
   */
  async triggerMoment(seat: number, moment: Moment): Promise<void> {
    const { clock, log, switches, onDefect } = this.#world
    const message = await triggerMoment(moment, await this.seat(seat), this.#sessions.get(seat), {
      clock,
      switches,
      shared: this.#kept.shared,
      onDefect,
    })
    log.note(seat, `Fault: ${message}`)
  }

  /** Everything that is saved. */
  async contents(): Promise<AppContents> {
    const seats = await Promise.all(Array.from({ length: MAX_SEATS }, (_, index) => this.seat(index + 1)))
    return {
      ownerId: this.#kept.ownerId,
      storage: new Map(seats.map(({ number, storage }) => [number, storage.value])),
      nicknames: this.nicknames.all,
      aiConsents: this.#kept.aiConsents.value,
      ledger: this.#kept.money.ledger.state(),
      records: this.#kept.shared.value.records(),
    }
  }

  /** The number of the latest change of the shared store. */
  get latestSequence(): number {
    return this.#kept.shared.value.sequence
  }

  /** The three figures on the app's page: what people paid, what is held, and what was paid to the developer (3.3). */
  get figures(): DeveloperFigures {
    return this.#kept.money.ledger.figures()
  }

  /**
   * Resolves once all sales that came due are saved.
   * @throws {NotSavedError} if they could not be saved; the sales are unchanged then
   */
  settled(): Promise<void> {
    return this.#kept.money.settled()
  }

  /** What will happen without anyone doing anything, soonest first. */
  upcoming(): readonly Upcoming[] {
    return upcomingIn({
      services: this.#services,
      payouts: this.#kept.bookkeeping?.payoutMode ?? 'ok',
      now: this.#world.clock.now(),
      seatOf: (person) => seatOfPerson(person, this.#kept.ownerId),
      sessions: this.#sessions,
    })
  }

  /**
   * Changes saved data by the developer's hand. A running app sees the change at its next call.
   * @throws {EditRefusedError} if the platform does not allow such data
   * @throws {NotSavedError} if it could not be saved; nothing changed then
   */
  async edit(edit: ReadDataEdit): Promise<void> {
    const { clock, log, switches, randomness } = this.#world
    const done = { action: { do: 'edit', edit }, received: log.receive() } as const
    const seat = 'seat' in edit ? edit.seat : 1
    try {
      const message = await applyEdit(edit, {
        clock,
        randomness,
        seat: (number) => this.seat(number),
        services: this.#services,
        switches: (seat) => switches.of(seat),
      })
      log.note(seat, message, done)
    } catch (error) {
      if (error instanceof NotSavedError) log.note(seat, error.message, done)
      throw error
    }
  }

  #appUserId(seat: number): string {
    return this.#world.real?.appUserId(seat) ?? appUserOfSeat(this.#kept.ownerId, seat)
  }

  get #developer(): string {
    return this.#world.real?.developer ?? DEVELOPER
  }

  /** If the disk cannot be written, the model is downloaded again the next time. */
  async #modelDownloaded(seat: number, capability: Capability): Promise<void> {
    try {
      await this.#world.switches.set(seat, { ai: { [capability]: 'ready' } })
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error
    }
  }

  /** Ends every session. */
  close(): void {
    this.#stopListening()
    this.#kept.bookkeeping?.document.close()
    for (const session of this.#sessions.values()) session.end('connection_lost')
    this.#sessions.clear()
    this.matches.stop()
  }
}

/** The seat with this `app_user_id` (2.5, 4.8), or null. */
const seatOfPerson = (person: string, ownerId: string): number | null => {
  if (person === ownerId) return 1
  const number = person.startsWith(`${ownerId}~`) ? Number(person.slice(ownerId.length + 1)) : 0
  return Number.isInteger(number) && number > 1 && number <= MAX_SEATS ? number : null
}
