import type { AppContents } from './app-data.js'
import type { CallLog } from './call-log.js'
import { HANDLERS } from './calls/index.js'
import type { Clock } from './clock.js'
import type { HostedApp } from './hosted-app.js'
import { openOwnerId } from './identity-document.js'
import { LedgerBook } from './ledger-document.js'
import { type Nicknames, openNicknames } from './nickname-document.js'
import type { Pictures } from './pictures.js'
import type { Randomness } from './randomness.js'
import { Seat } from './seat.js'
import { Session, type SessionSink } from './session.js'
import { openSharedStore } from './shared-document.js'
import type { SharedStore } from './shared-store.js'
import type { SavedDocument, Store } from './store.js'
import { MAX_SEATS, type SwitchBoard } from './switch-board.js'
import type { Switches } from './switches.js'

/** What a host is given: time, chance, a place for what must survive, and whom to tell. */
export interface HostWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly pictures: Pictures
  readonly store: Store
  readonly log: CallLog
  readonly switches: SwitchBoard
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** The platform for one app, simulated: its people, and their sessions. */
export class Host {
  readonly #world: HostWorld
  readonly #ownerId: string
  readonly #shared: SavedDocument<SharedStore>
  readonly #books: LedgerBook
  readonly #nicknames: SavedDocument<Nicknames>
  readonly #seats = new Map<number, Promise<Seat>>()
  readonly #sessions = new Map<number, Session>()
  readonly #stopListening: () => void

  private constructor(
    world: HostWorld,
    ownerId: string,
    shared: SavedDocument<SharedStore>,
    books: LedgerBook,
    nicknames: SavedDocument<Nicknames>,
  ) {
    this.#world = world
    this.#ownerId = ownerId
    this.#shared = shared
    this.#books = books
    this.#nicknames = nicknames
    this.#stopListening = world.switches.onChange((seat, before, after) => {
      this.#sessions.get(seat)?.switchesChanged(before, after)
      if (before.balance !== after.balance) this.#fillPurse(seat, after)
    })
  }

  /** Opens the host of one app with what its store holds. */
  static async open(world: HostWorld): Promise<Host> {
    const [ownerId, shared, books, nicknames] = await Promise.all([
      openOwnerId(world.store, world.randomness),
      openSharedStore(world.store),
      LedgerBook.open(world.store),
      openNicknames(world.store),
    ])
    return new Host(world, ownerId, shared, books, nicknames)
  }

  /** The person in a seat, with what is saved of them. */
  seat(number: number): Promise<Seat> {
    const known = this.#seats.get(number)
    if (known !== undefined) return known
    const opening = Seat.open(number, this.#ownerId, this.#world.store)
    this.#seats.set(number, opening)
    // What could not be read may be readable the next time.
    opening.catch(() => this.#seats.delete(number))
    return opening
  }

  /** A person opens the app: a session begins, and the one before in this seat goes nowhere. */
  openSession(app: HostedApp, seat: Seat, sink: SessionSink, pageVisible = true): Session {
    this.#sessions.get(seat.number)?.end()
    const { clock, log, switches, randomness, pictures, onDefect } = this.#world
    const session = new Session(
      app,
      seat,
      {
        clock,
        log,
        onDefect,
        handlers: HANDLERS,
        shared: this.#shared,
        books: this.#books,
        randomness,
        nicknames: this.#nicknames,
        pictures,
        switches: () => switches.of(seat.number),
      },
      sink,
      pageVisible,
    )
    this.#sessions.set(seat.number, session)
    return session
  }

  /** All that is saved. */
  async contents(): Promise<AppContents> {
    const { clock, switches } = this.#world
    const seats = await Promise.all(Array.from({ length: MAX_SEATS }, (_, index) => this.seat(index + 1)))
    return {
      ownerId: this.#ownerId,
      storage: new Map(seats.map(({ number, storage }) => [number, storage.value])),
      nicknames: this.#nicknames.value,
      ledger: this.#books.at(clock.now(), switches.of(1)).state(),
      records: this.#shared.value.records(),
    }
  }

  /** The developer puts a person's purse to an amount. */
  #fillPurse(seat: number, switches: Switches): void {
    const { clock, onDefect } = this.#world
    this.seat(seat)
      .then(({ appUserId }) => this.#books.setPurse(appUserId, switches, clock.now()))
      .catch(onDefect)
  }

  /** Ends every session. */
  close(): void {
    this.#stopListening()
    for (const session of this.#sessions.values()) session.end()
    this.#sessions.clear()
  }
}
