import type { MovableClock } from '../../../host/clock.js'
import type { Moment } from '../../../host/control/faults/injected-fault.js'
import type { SwitchBoard } from '../../../host/control/switch-board.js'
import type { SwitchChange } from '../../../host/control/switch-change.js'
import type { CallLog } from '../../../host/log/call-log.js'
import { NotSavedError } from '../../../host/saving/store.js'
import type { Hosts } from '../data/hosts.js'
import type { Windows } from '../windows/windows.js'

/** What the developer steers. */
export interface Steered {
  readonly log: CallLog
  readonly switches: SwitchBoard
  readonly clock: MovableClock
  readonly hosts: Hosts
  readonly windows: Windows
  /** @throws {Failure} while the manifest cannot be read */
  readonly appId: () => string
}

/** What the developer does to the host while the app runs, by a panel or a program; the log tells of each, for a replay. */
export class Steering {
  readonly #steered: Steered

  constructor(steered: Steered) {
    this.#steered = steered
  }

  /**
   * The developer cuts the connection of a seat's match: its app is told `connection_lost` (3.4).
   * @returns whether the seat was in a match
   */
  dropConnection(seat: number): boolean {
    const { log, hosts } = this.#steered
    const received = log.receive()
    const dropped = hosts.dropConnection(seat)
    if (dropped)
      log.add({
        kind: 'note',
        seat,
        message: `The developer cut the connection of seat ${seat}.`,
        action: { do: 'drop-connection' },
        received,
      })
    return dropped
  }

  /**
   * Flips switches; during a reset once that is over.
   * @param seat whose; null means everyone's
   * @throws {NotSavedError} when they could not be saved: they are as they were
   */
  async setSwitches(seat: number | null, change: SwitchChange): Promise<void> {
    const { log, switches, hosts } = this.#steered
    // Where none runs nothing is waited for: the app's next call must see the change.
    while (hosts.resetting !== null) await hosts.resetting
    const received = log.receive()
    await switches.set(seat, change)
    const words = Object.entries(change).map(
      ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    log.add({
      kind: 'note',
      seat: seat ?? 1,
      message: `Switched ${seat === null ? 'for everyone' : `in seat ${seat}`}: ${words.join(', ')}.`,
      action: { do: 'switches', seat, change },
      received,
    })
  }

  /**
   * The clock goes forward; during a reset once that is over. Resolves once what fell due on the way is saved.
   * @param words how far, as the developer said it
   * @throws {NotSavedError} when that could not be saved; the clock has moved
   */
  async advanceClock(milliseconds: number, words: string): Promise<void> {
    const { log, clock, hosts } = this.#steered
    while (hosts.resetting !== null) await hosts.resetting
    clock.advance(milliseconds)
    log.add({ kind: 'note', seat: 1, message: `The clock went forward by ${words}.` })
    try {
      await hosts.settled()
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error
      const why = error.message
      throw new NotSavedError(
        `The clock went forward by ${words}, and what fell due could not be saved: ${why}`,
        {
          cause: error,
        },
      )
    }
  }

  /** The clock stands still, or goes on; during a reset, which sets it, once that is over. */
  async pauseClock(paused: boolean): Promise<void> {
    const { log, clock, hosts } = this.#steered
    while (hosts.resetting !== null) await hosts.resetting
    if (paused === clock.paused) return
    if (paused) clock.pause()
    else clock.resume()
    log.add({
      kind: 'note',
      seat: 1,
      message: paused ? 'The clock stands still.' : 'The clock goes on.',
    })
  }

  /** Lets something befall the app in a seat. @throws {Failure} while the manifest cannot be read */
  async trigger(seat: number, moment: Moment): Promise<void> {
    const { log, hosts, appId } = this.#steered
    const host = await hosts.of(appId())
    log.add({
      kind: 'note',
      seat,
      message: `Trouble was ordered for seat ${seat}: ${moment}.`,
      action: { do: 'befall', moment },
      received: log.receive(),
    })
    await host.triggerMoment(seat, moment)
  }

  /** The app is opened anew in a frame without a size, which gets one after a moment. @returns whether it is open there */
  squeeze(seat: number): boolean {
    const window = this.#steered.windows.inSeat(seat)
    window?.squeeze()
    return window !== null
  }
}
