import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { createSeats, type Seats } from '../../../../src/simulator/shell/seat/seats.js'
import type { FakeSimulator } from '../../../support/fakes/fake-simulator.js'
import { shellSeat } from '../../../support/rigs/shell-seat.js'

const setUp = (numbers: readonly number[] = [1], chosen: number | null = null) => {
  const taken = signal<readonly number[]>([])
  const simulators = new Map<number, FakeSimulator>()
  const seats: Seats = createSeats({
    numbers,
    chosen,
    taken,
    createSeat: (number) => {
      const { seat, simulator } = shellSeat({ number, removed: () => seats.remove(number) })
      simulators.set(number, simulator)
      return seat
    },
  })
  const open = () => seats.open.value.map(({ number }) => number)
  return { seats, taken, simulators, open, chosen: () => seats.chosen.value.number }
}

describe('the seats of a window', () => {
  it('start from its URL, each with its own connection', () => {
    const { open, chosen, simulators } = setUp([2, 5], 5)
    expect([open(), chosen(), [...simulators.keys()]]).toEqual([[2, 5], 5, [2, 5]])
    for (const [number, simulator] of simulators) {
      simulator.open()
      expect(simulator.received()).toMatchObject([{ type: 'hello', seat: number }])
    }
  })

  it('select the first one if the previously selected one is not here', () => {
    expect(setUp([2, 5], 4).chosen()).toBe(2)
  })

  it('grow by the first free one, here or in another window, and select it', () => {
    const { seats, taken, open, chosen } = setUp([2])
    taken.value = [2, 3]
    seats.add()
    expect([open(), chosen()]).toEqual([[1, 2], 1])
    seats.add()
    expect([open(), chosen()]).toEqual([[1, 2, 4], 4])
  })

  it('are eight at most', () => {
    const { seats, open } = setUp()
    for (let i = 0; i < 10; i++) seats.add()
    expect(open()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(seats.free.value).toEqual([])
  })

  it('release one with its connection, and select its neighbour', () => {
    const { seats, open, chosen, simulators } = setUp([1, 2, 3], 2)
    seats.remove(2)
    expect([open(), chosen()]).toEqual([[1, 3], 3])
    seats.remove(3)
    expect([open(), chosen()]).toEqual([[1], 1])
    expect(simulators.get(2)?.closed()).toBe(true)
    expect(simulators.get(1)?.closed()).toBe(false)
  })

  it('keep the last one, and pass over one that is not here', () => {
    const { seats, open } = setUp([4])
    seats.remove(4)
    seats.remove(1)
    expect(open()).toEqual([4])
  })

  it('take the seats that have no window, and keep the selected one', () => {
    const { seats, taken, open, chosen, simulators } = setUp([2])
    taken.value = [1, 2, 3]
    seats.take([1, 2, 3])
    expect([open(), chosen(), [...simulators.keys()]]).toEqual([[1, 2, 3], 2, [2, 1, 3]])
  })

  it('give up one that a program closed; the last one says so and can be opened again', () => {
    const { seats, open, simulators } = setUp([1, 2])
    for (const simulator of simulators.values()) simulator.welcome()
    simulators.get(1)?.say({ type: 'refused', message: 'Seat 1 was closed by a script.', closed: true })
    expect(open()).toEqual([2])
    const last = simulators.get(2)
    last?.say({ type: 'refused', message: 'Seat 2 was closed by a script.', closed: true })
    last?.drop()
    const [seat] = seats.open.value
    expect([open(), seat?.page.value, last?.sockets()]).toEqual([[2], { kind: 'removed' }, 1])
    seat?.takeBack()
    last?.welcome()
    expect([seat?.page.value.kind, last?.sockets()]).toEqual(['open', 2])
  })

  it('that is taken by another window reports that, and does not reconnect', () => {
    const { seats, simulators } = setUp([1, 2])
    const simulator = simulators.get(2)
    simulator?.welcome()
    simulator?.say({ type: 'refused', message: 'Seat 2 is open in another window.', elsewhere: true })
    simulator?.drop()
    const [first, second] = seats.open.value
    second?.reconnect()
    expect(second?.page.value).toEqual({ kind: 'elsewhere' })
    expect([first?.page.value.kind, simulator?.sockets()]).toEqual(['waiting', 1])
    second?.takeBack()
    simulator?.welcome()
    expect([second?.page.value.kind, second?.connection.value, simulator?.sockets()]).toEqual([
      'open',
      'open',
      2,
    ])
  })
})
