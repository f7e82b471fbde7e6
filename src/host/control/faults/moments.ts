import { RECORD_VALUE_MAX_BYTES, SHARED_STORE_BYTES, STORAGE_MAX_KEYS } from '../../../platform/limits.js'
import type { Clock } from '../../clock.js'
import type { SharedDocument } from '../../records/document.js'
import type { SavedWrite } from '../../records/shared-store.js'
import { NotSavedError } from '../../saving/store.js'
import type { Seat } from '../../session/seat.js'
import type { Session } from '../../session/session.js'
import type { SwitchSource } from '../switch-board.js'
import { type Moment, PASSING_MOMENT_MS } from './fault.js'

/** What moments need from the host. */
export interface MomentWorld {
  readonly clock: Clock
  readonly switches: SwitchSource
  readonly shared: SharedDocument
  readonly onDefect: (error: unknown) => void
}

/**
 * Makes something happen to the app in a seat.
 * @returns what happened, in words for the log
 * @throws {NotSavedError} if the data that fill a store could not be saved
 */
export const triggerMoment = async (
  moment: Moment,
  seat: Seat,
  session: Session | undefined,
  { clock, switches, shared, onDefect }: MomentWorld,
): Promise<string> => {
  const { number } = seat
  const later = (run: () => Promise<void>): void => {
    const failed = (error: unknown): void => {
      // The log says why.
      if (!(error instanceof NotSavedError)) onDefect(error)
    }
    clock.at(clock.now() + PASSING_MOMENT_MS, () => void run().catch(failed))
  }
  switch (moment) {
    case 'end-session':
      session?.expire()
      return 'The session ended: calls reject with LAUNCH_INVALID (5).'
    case 'fill-storage':
      return `Storage is full: ${await fillStorage(seat)} keys were added (8.2).`
    case 'fill-shared-store':
      return `The shared store is full: ${await fillSharedStore(shared, clock.now())} records of another player were added, none replaceable (4.6).`
    case 'hide-and-show':
      await switches.set(number, { visible: false })
      later(() => switches.set(number, { visible: true }))
      return `The person leaves and comes back in ${PASSING_MOMENT_MS / 1_000} s.`
    case 'flip-theme': {
      const theme = switches.of(number).theme === 'light' ? 'dark' : 'light'
      await switches.set(number, { theme })
      return `The theme is now ${theme}.`
    }
    case 'offline-for-a-while':
      await switches.set(number, { network: { offline: true } })
      later(() => switches.set(number, { network: { offline: false } }))
      return `No connection for ${PASSING_MOMENT_MS / 1_000} s: on phones, calls reject with OFFLINE (7).`
    case 'drop-connection':
      return session?.dropConnection() === true
        ? 'The connection of the match was lost (3.4).'
        : 'The seat was not in a match.'
  }
}

/** Adds keys until storage is full. @returns how many */
const fillStorage = (seat: Seat): Promise<number> =>
  seat.storage.change((values) => {
    const added: string[] = []
    for (let number = 1; values.size < STORAGE_MAX_KEYS; number += 1) {
      const key = `fault.${number}`
      if (values.has(key)) continue
      values.set(key, '')
      added.push(key)
    }
    return {
      result: added.length,
      undo: () => {
        for (const key of added) values.delete(key)
      },
    }
  })

/** Adds records of an invented player until almost no byte is left. @returns how many */
const fillSharedStore = (shared: SharedDocument, now: number): Promise<number> =>
  shared.change((store) => {
    const writes: SavedWrite[] = []
    for (let room = SHARED_STORE_BYTES - store.bytes; room > 0; ) {
      const key = `fault.${now}.${writes.length + 1}`.slice(0, room)
      const value = 'x'.repeat(Math.min(RECORD_VALUE_MAX_BYTES, room - key.length))
      const write = store.set({ player: 'fault', key, value, rank: null, replaceable: false }, now)
      const left = SHARED_STORE_BYTES - store.bytes
      if (write.outcome !== 'saved') break
      writes.push(write)
      // The last bytes may only have room for a key that exists already.
      if (left >= room) break
      room = left
    }
    return {
      result: writes.length,
      undo: () => {
        for (const write of writes.toReversed()) store.undo(write)
      },
    }
  })
