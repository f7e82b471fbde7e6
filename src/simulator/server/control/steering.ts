import { Failure } from '../../../failure.js'
import type { MovableClock } from '../../../host/clock.js'
import type { ClockSpeed } from '../../../host/clock-course.js'
import type { Moment } from '../../../host/control/faults/fault.js'
import type { SwitchBoard } from '../../../host/control/switch-board.js'
import type { SwitchChange } from '../../../host/control/switch-change.js'
import { describeSwitches } from '../../../host/control/switch-change.js'
import type { CallLog } from '../../../host/log/call-log.js'
import { describeStep } from '../../../host/matches/match-step.js'
import type { MatchStep } from '../../../host/matches/match-step-request.js'
import { NotSavedError } from '../../../host/saving/store.js'
import type { Hosts } from '../data/hosts.js'
import type { Windows } from '../windows/windows.js'

/** What the developer controls. */
export interface Steered {
  readonly log: CallLog
  readonly switches: SwitchBoard
  readonly clock: MovableClock
  readonly hosts: Hosts
  readonly windows: Windows
  /** @throws {Failure} while the manifest cannot be read */
  readonly appId: () => string
}

/** The developer's actions on the host while the app runs, from a panel or a program. Each is logged for a replay. */
export class Steering {
  readonly #steered: Steered

  constructor(steered: Steered) {
    this.#steered = steered
  }

  /**
   * Drops the connection of a seat's match: its app gets `connection_lost` (3.4).
   * @returns whether the seat was in a match
   */
  dropConnection(seat: number): boolean {
    const { log, hosts } = this.#steered
    const received = log.receive()
    const dropped = hosts.dropConnection(seat)
    if (dropped)
      log.note(seat, `The connection of seat ${seat} was dropped by hand.`, {
        action: { do: 'drop-connection' },
        received,
      })
    return dropped
  }

  /**
   * Lets the network of seats deliver nothing for so long, and then everything.
   * @param words how long, as the developer wrote it
   * @returns the seats in which an app runs
   */
  freezeNetwork(seats: readonly number[], milliseconds: number, words: string): readonly number[] {
    const { log, hosts } = this.#steered
    return seats.filter((seat) => {
      const received = log.receive()
      const isRunning = hosts.freezeNetwork(seat, milliseconds)
      if (isRunning)
        log.note(seat, `The network of seat ${seat} is frozen for ${words}.`, {
          action: { do: 'freeze-network', milliseconds },
          received,
        })
      return isRunning
    })
  }

  /**
   * Does something to a match.
   * @param name its id or code
   * @throws {Failure} `not-found` if no open match has that name
   * @throws {EditRefusedError} if it is not possible
   */
  steerMatch(name: string, step: MatchStep): void {
    const { log, hosts } = this.#steered
    const found = hosts.findMatch(name)
    if (found === null) throw new Failure('not-found', `No open match has the ID or code ${name}.`)
    const { host, match } = found
    const received = log.receive()
    host.steerMatch(match, step)
    log.note('seat' in step ? step.seat : 1, describeStep(step, match.code), {
      action: { do: 'steer-match', match: match.id, step },
      received,
    })
  }

  /**
   * Changes switches. Waits for a running reset.
   * @param seat whose switches change; null means everyone's
   * @throws {NotSavedError} if they could not be saved; they are unchanged then
   */
  async setSwitches(seat: number | null, change: SwitchChange): Promise<void> {
    const { log, switches, hosts } = this.#steered
    // Without a reset there is no await here: the app's next call must see the change.
    while (hosts.resetting !== null) await hosts.resetting
    const done = { action: { do: 'switches', seat, change }, received: log.receive() } as const
    const whose = seat === null ? 'for everyone' : `in seat ${seat}`
    try {
      await switches.set(seat, change)
      log.note(seat ?? 1, `Switches changed ${whose}: ${describeSwitches(change)}.`, done)
    } catch (error) {
      if (error instanceof NotSavedError) log.note(seat ?? 1, error.message, done)
      throw error
    }
  }

  /**
   * Moves the clock forward. Waits for a running reset. Resolves once everything that came due is saved.
   * @param words how far, as the developer wrote it
   * @throws {NotSavedError} if that could not be saved; the clock has moved
   */
  async advanceClock(milliseconds: number, words: string): Promise<void> {
    const { log, clock, hosts } = this.#steered
    while (hosts.resetting !== null) await hosts.resetting
    clock.advance(milliseconds)
    log.note(1, `The clock moved forward by ${words}.`)
    try {
      await hosts.settled()
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error
      const why = error.message
      throw new NotSavedError(
        `The clock moved forward by ${words}, but what came due could not be saved: ${why}`,
        {
          cause: error,
        },
      )
    }
  }

  /**
   * Moves the clock forward through everything that comes due, until nothing does for an hour. Waits for a running reset.
   * @throws {NotSavedError} if that could not be saved; the clock has moved
   */
  async advanceClockUntilQuiet(): Promise<void> {
    const { log, clock, hosts } = this.#steered
    while (hosts.resetting !== null) await hosts.resetting
    const moved = clock.advanceUntilQuiet()
    log.note(1, `The clock moved forward by ${moved} ms. Nothing is due in the next hour.`)
    await hosts.settled()
  }

  /** Makes the clock faster or slower. Waits for a running reset, which sets the clock. */
  async setClockSpeed(speed: ClockSpeed): Promise<void> {
    const { log, clock, hosts } = this.#steered
    while (hosts.resetting !== null) await hosts.resetting
    if (speed === clock.speed) return
    clock.setSpeed(speed)
    log.note(1, speed === 1 ? 'The clock runs at normal speed.' : `The clock runs ${speed} times as fast.`)
  }

  /** Pauses or resumes the clock. Waits for a running reset, which sets the clock. */
  async pauseClock(paused: boolean): Promise<void> {
    const { log, clock, hosts } = this.#steered
    while (hosts.resetting !== null) await hosts.resetting
    if (paused === clock.paused) return
    if (paused) clock.pause()
    else clock.resume()
    log.note(1, paused ? 'The clock was paused.' : 'The clock was resumed.')
  }

  /** Makes something happen to the app in a seat. @throws {Failure} while the manifest cannot be read */
  async trigger(seat: number, moment: Moment): Promise<void> {
    const { log, hosts, appId } = this.#steered
    const host = await hosts.of(appId())
    log.note(seat, `Fault triggered in seat ${seat}: ${moment.replaceAll('-', ' ')}.`, {
      action: { do: 'trigger', moment },
      received: log.receive(),
    })
    await host.triggerMoment(seat, moment)
  }

  /** Reopens the app in a frame without a size, which gets its size a moment later. @returns whether the seat is open */
  squeeze(seat: number): boolean {
    const window = this.#steered.windows.inSeat(seat)
    window?.squeeze()
    return window !== null
  }
}
