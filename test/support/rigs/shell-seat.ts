import { createSeat, type Seat, type SeatOptions } from '../../../src/simulator/shell/seat/seat.js'
import { type FakeSimulator, fakeSimulator } from '../fakes/fake-simulator.js'
import { type ManualTimers, manualTimers } from '../fakes/manual-timers.js'

export interface ShellSeat {
  readonly seat: Seat
  readonly simulator: FakeSimulator
  readonly timers: ManualTimers
}

/** A shell's seat whose server and time are the test's. By default it is seat 1, and every call follows a tap. */
export const shellSeat = (options: Partial<SeatOptions> = {}): ShellSeat => {
  const simulator = fakeSimulator()
  const timers = manualTimers()
  const seat = createSeat({
    number: 1,
    token: 'secret',
    openSocket: simulator.openSocket,
    startTimer: timers.startTimer,
    hasActivation: () => true,
    tapped: () => {},
    forgetTaps: () => {},
    now: timers.now,
    fetchAnswerBytes: () => Promise.reject(new Error('none')),
    uploadPicked: () => Promise.resolve(null),
    ...options,
  })
  return { seat, simulator, timers }
}
