import type { ObserverMessage } from '../../messages.js'
import type { ObserverConnection } from './observer-connection.js'
import type { SeatWorld } from './seat-world.js'
import type { Windows } from './windows.js'

/** The app that windows show, with those windows. */
export interface ShownWorld extends SeatWorld {
  readonly windows: Windows
}

/** Whom a token admits: to an app, and to which of its parts. */
export interface Admission {
  readonly world: ShownWorld
  /** The only seat that the window can take; null for any. */
  readonly seat: number | null
  /** The panels of a window; null where there are none. */
  readonly observer:
    | ((bundleOrigin: string, send: (message: ObserverMessage) => void) => ObserverConnection)
    | null
}
