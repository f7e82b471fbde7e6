import type { ReadonlySignal } from '@preact/signals'
import { batch, computed, signal } from '@preact/signals'
import { MAX_SEATS } from '../../../host/control/switches.js'
import type { Seat } from './seat.js'

export interface SeatsOptions {
  /** The initial seats of the window, at least one. */
  readonly numbers: readonly number[]
  /** The initially selected one; by default the first. */
  readonly chosen: number | null
  readonly createSeat: (number: number) => Seat
  /** The open seats, in this window or in others. */
  readonly taken: ReadonlySignal<readonly number[]>
}

/** The seats of one window, side by side. */
export type Seats = ReturnType<typeof createSeats>

const ALL_SEATS = Array.from({ length: MAX_SEATS }, (_, index) => index + 1)

export const createSeats = ({ numbers, chosen, createSeat, taken }: SeatsOptions) => {
  const open = signal<readonly Seat[]>(numbers.map(createSeat))
  const wanted = signal(chosen)
  const free = computed(() => {
    const here = open.value.map(({ number }) => number)
    return ALL_SEATS.filter((number) => !here.includes(number) && !taken.value.includes(number))
  })
  const find = (number: number | null): Seat | undefined => open.value.find((seat) => seat.number === number)
  const selected = computed(() => {
    const seat = find(wanted.value) ?? open.value[0]
    if (seat === undefined) throw new Error('A window has at least one seat.')
    return seat
  })
  return {
    /** Sorted by number; never empty. */
    open,
    /** The seat that the panels act on, and that is shown if there is only room for one. */
    chosen: selected,
    /** Whether panels that can act on all seats do so. */
    everyone: signal(false),
    /** The free seats. */
    free,
    choose: (number: number): void => {
      wanted.value = number
    },
    /** Takes the first free seat and selects it; does nothing if there is none. */
    add: (): void => {
      const number = free.value[0]
      if (number === undefined) return
      batch(() => {
        open.value = [...open.value, createSeat(number)].sort((a, b) => a.number - b.number)
        wanted.value = number
      })
    },
    /** Takes seats that have no window, and keeps the selected one. */
    take: (numbers: readonly number[]): void => {
      const others = numbers.filter((number) => find(number) === undefined)
      if (others.length === 0) return
      wanted.value = selected.value.number
      open.value = [...open.value, ...others.map(createSeat)].sort((a, b) => a.number - b.number)
    },
    /** Releases a seat; a window keeps its last seat. */
    remove: (number: number): void => {
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
