import type { ReadonlySignal, Signal } from '@preact/signals'
import { batch, computed, signal } from '@preact/signals'
import { MAX_SEATS } from '../../host/control/switches.js'
import type { Seat } from './seat.js'

export interface SeatsOptions {
  /** The seats that the window begins with, at least one. */
  readonly numbers: readonly number[]
  /** The one that is chosen at first; the first one, where it is none of them. */
  readonly chosen: number | null
  readonly createSeat: (number: number) => Seat
  /** The seats that are open, in this window or in another. */
  readonly taken: ReadonlySignal<readonly number[]>
}

/** The people in one window, side by side. */
export interface Seats {
  /** In the order of their numbers; never empty. */
  readonly open: ReadonlySignal<readonly Seat[]>
  /** The one that the panels act on, and that is shown where there is room for one alone. */
  readonly chosen: ReadonlySignal<Seat>
  /** Whether the panels that can act on all seats at once do. */
  readonly everyone: Signal<boolean>
  /** The seats that nobody has. */
  readonly free: ReadonlySignal<readonly number[]>
  choose(number: number): void
  /** Takes the first free seat and chooses it; does nothing where there is none. */
  add(): void
  /** Gives a seat up; the last one of a window stays. */
  remove(number: number): void
}

const ALL_SEATS = Array.from({ length: MAX_SEATS }, (_, index) => index + 1)

export const createSeats = ({ numbers, chosen, createSeat, taken }: SeatsOptions): Seats => {
  const open = signal<readonly Seat[]>(numbers.map(createSeat))
  const wanted = signal(chosen)
  const free = computed(() => {
    const here = open.value.map(({ number }) => number)
    return ALL_SEATS.filter((number) => !here.includes(number) && !taken.value.includes(number))
  })
  const find = (number: number | null): Seat | undefined => open.value.find((seat) => seat.number === number)
  return {
    open,
    chosen: computed(() => {
      const seat = find(wanted.value) ?? open.value[0]
      if (seat === undefined) throw new Error('A window has at least one seat.')
      return seat
    }),
    everyone: signal(false),
    free,
    choose: (number) => {
      wanted.value = number
    },
    add: () => {
      const number = free.value[0]
      if (number === undefined) return
      batch(() => {
        open.value = [...open.value, createSeat(number)].sort((a, b) => a.number - b.number)
        wanted.value = number
      })
    },
    remove: (number) => {
      const seat = find(number)
      if (seat === undefined || open.value.length === 1) return
      const index = open.value.indexOf(seat)
      batch(() => {
        open.value = open.value.filter((other) => other !== seat)
        if (wanted.value === number)
          wanted.value = open.value[Math.min(index, open.value.length - 1)]?.number ?? null
      })
      seat.leave()
    },
  }
}
