import * as z from 'zod'
import { type Codec, laterFields, SavedDocument, type Store } from '../saving/store.js'
import { type SwitchChange, switchChangeSchema, withChange } from './switch-change.js'
import { DEFAULT_SWITCHES, MAX_SEATS, SHARED_SWITCHES, type Switches } from './switches.js'

/**
 * Called for every change, with the seat's switches before and after. The change is complete once its promise resolves.
 * @param seeded the network's seed was set, perhaps to the same value: its run starts again
 */
export type SwitchListener = (
  seat: number,
  before: Switches,
  after: Switches,
  seeded: boolean,
) => Promise<void> | void

/** Where a host reads the switches of seats. */
export interface SwitchSource {
  /** @param seat from 1 */
  of(seat: number): Switches
  set(seat: number | null, change: SwitchChange): Promise<void>
  /** @returns a function that stops listening */
  onChange(listener: SwitchListener): () => void
}

/** Every seat's switches. All are saved except those that describe the moment. */
export class SwitchBoard implements SwitchSource {
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
   * Changes switches, and calls the listeners once the change is saved. Resolves when they are done.
   * @param seat whose switches change; null means everyone's. Shared switches always change for everyone.
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

  /** Sets every seat's switches to the defaults. */
  async reset(): Promise<void> {
    await this.#replace(
      () => DEFAULT_SWITCHES,
      () => true,
    )
  }

  /** @returns a function that stops listening */
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
  /** The saved switches of each seat that only a later version has. */
  readonly later: readonly object[]
}

const SHARED_NAMES: readonly string[] = SHARED_SWITCHES

const defaults = (): Board => ({
  seats: Array.from({ length: MAX_SEATS }, () => DEFAULT_SWITCHES),
  later: [],
})

const savedSchema = z
  .object({ schema: z.literal(1), seats: z.array(z.looseObject({})).max(MAX_SEATS) })
  .transform(({ seats }) => {
    const later = seats.map((seat) => laterFields(seat, DEFAULT_SWITCHES))
    return { later, seats: seats.map((seat, index) => laterFields(seat, later[index] ?? {})) }
  })
  .pipe(z.object({ seats: z.array(switchChangeSchema), later: z.array(z.looseObject({})) }))

const CODEC: Codec<Board> = {
  ifLost: 'All switches have their defaults.',
  empty: defaults,
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    if (!parsed.success) return undefined
    return {
      seats: defaults().seats.map((switches, index) => withChange(switches, parsed.data.seats[index] ?? {})),
      later: parsed.data.later,
    }
  },
  // Not saved: whether the app is visible, blocked or deleted. Every start begins with the defaults.
  serialize: (board) => ({
    schema: 1,
    seats: board.seats.map(({ visible: _visible, app: _app, ...kept }, index) => ({
      ...kept,
      ...board.later[index],
    })),
  }),
}
