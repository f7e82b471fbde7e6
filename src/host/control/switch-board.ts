import * as z from 'zod'
import { type Codec, SavedDocument, type Store } from '../saving/store.js'
import { type SwitchChange, switchChangeSchema, withChange } from './switch-change.js'
import { DEFAULT_SWITCHES, MAX_SEATS, SHARED_SWITCHES, type Switches } from './switches.js'

/**
 * Told of every change, with the switches of that seat before and after. The change is done once what it gives is.
 * @param seeded the network's seed was set, perhaps to what it was: its run starts again
 */
export type SwitchListener = (
  seat: number,
  before: Switches,
  after: Switches,
  seeded: boolean,
) => Promise<void> | void

/** Every seat's switches. They are saved, but for those that stand for a passing moment. */
export class SwitchBoard {
  readonly #document: SavedDocument<Board>
  readonly #listeners = new Set<SwitchListener>()

  private constructor(document: SavedDocument<Board>) {
    this.#document = document
  }

  static async open(store: Store): Promise<SwitchBoard> {
    return new SwitchBoard(await SavedDocument.open(store, 'switches', CODEC))
  }

  /** @param seat from 1 */
  of(seat: number): Switches {
    return this.#document.value.seats[seat - 1] ?? DEFAULT_SWITCHES
  }

  /**
   * Changes switches; the listeners are told once the change is saved. Resolves once they did what follows from it.
   * @param seat whose switches change; null means everyone's. The service's own moods change for everyone always.
   */
  async set(seat: number | null, change: SwitchChange): Promise<void> {
    const shared = Object.fromEntries(
      Object.entries(change).filter(([name]) => SHARED_NAMES.includes(name)),
    ) as SwitchChange
    const isMeant = (of: number): boolean => seat === null || seat === of
    await this.#replace(
      (switches, of) => withChange(switches, isMeant(of) ? change : shared),
      (of) => isMeant(of) && change.network?.seed !== undefined,
    )
  }

  /** Back to the defaults, for every seat. */
  async reset(): Promise<void> {
    await this.#replace(
      () => DEFAULT_SWITCHES,
      () => true,
    )
  }

  /** @returns how to stop listening */
  onChange(listener: SwitchListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #replace(
    next: (switches: Switches, seat: number) => Switches,
    isSeeded: (seat: number) => boolean,
  ): Promise<void> {
    const before = this.#document.value.seats
    const after = before.map((switches, index) => next(switches, index + 1))
    await this.#document.change((board) => {
      board.seats = after
      return {
        result: undefined,
        undo: () => {
          board.seats = before
        },
      }
    })
    const following: (Promise<void> | void)[] = []
    for (const [index, switches] of after.entries()) {
      const old = before[index]
      if (old === undefined) continue
      const seeded = isSeeded(index + 1)
      if (!seeded && JSON.stringify(old) === JSON.stringify(switches)) continue
      for (const listener of this.#listeners) following.push(listener(index + 1, old, switches, seeded))
    }
    await Promise.all(following)
  }
}

interface Board {
  seats: readonly Switches[]
}

const SHARED_NAMES: readonly string[] = SHARED_SWITCHES

const defaults = (): Board => ({ seats: Array.from({ length: MAX_SEATS }, () => DEFAULT_SWITCHES) })

const savedSchema = z.object({ schema: z.literal(1), seats: z.array(switchChangeSchema).max(MAX_SEATS) })

const CODEC: Codec<Board> = {
  empty: defaults,
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    if (!parsed.success) return undefined
    return {
      seats: defaults().seats.map((switches, index) => withChange(switches, parsed.data.seats[index] ?? {})),
    }
  },
  // Whether the app is looked at, and whether it was blocked or deleted, are of the moment: a new start begins well.
  serialize: (board) => ({
    schema: 1,
    seats: board.seats.map(({ visible: _visible, app: _app, ...kept }) => kept),
  }),
}
