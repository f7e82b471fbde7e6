import type { HostMessage } from '../../platform/envelope.js'
import type { AiStrip } from '../ai/ai-strip.js'
import type { Clock } from '../clock.js'
import type { Moment } from '../control/faults/fault.js'
import type { FaultInjector } from '../control/faults/fault-injector.js'
import type { Switches } from '../control/switches.js'
import type { CallLog } from '../log/call-log.js'
import type { Randomness } from '../randomness.js'
import type { Services } from '../services.js'
import type { Handlers, RunKind } from './call.js'
import type { SheetDrawer } from './sheets.js'

/** Receives what a session sends to its page. */
export interface SessionSink {
  /** An answer or an event for the app. */
  send(message: HostMessage): void
  /** The app called `ready`: removes the loading cover (4.2). */
  ready(): void
  /** The person left the page, or is back, as the browser tells it (6). */
  pageVisibility(visible: boolean): void
  /** The app called `close`. */
  close(): void
  /** Draws the strip of the running AI request, or hides it for null (4.7). */
  aiStrip(strip: AiStrip | null): void
  /** Shows the person a notice that needs no choice (8.2). */
  notice(words: string): void
  /** Draws the host's sheets. */
  readonly sheets: SheetDrawer
}

/** What a session needs from its host. */
export interface SessionWorld {
  readonly clock: Clock
  readonly log: CallLog
  readonly handlers: Handlers
  readonly services: Services
  readonly run: RunKind
  readonly randomness: Randomness
  readonly faults: FaultInjector
  /** Called when random faults make something happen to the app. */
  readonly onMoment: (moment: Moment) => void
  /** The seat's current switches. */
  readonly switches: () => Switches
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}
