import type { HostMessage } from '../../platform/envelope.js'
import type { AiStrip } from '../ai/ai-strip.js'
import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import type { Moment } from '../control/trouble/trouble.js'
import type { TroubleBoard } from '../control/trouble/trouble-board.js'
import type { CallLog } from '../log/call-log.js'
import type { Randomness } from '../randomness.js'
import type { Services } from '../services.js'
import type { Handlers } from './call.js'
import type { SheetDrawer } from './sheets.js'

/** What a session tells the page that it runs in. */
export interface SessionSink {
  /** An answer or an event for the app. */
  send(message: HostMessage): void
  /** The app called `ready`: the loading cover goes (4.2). */
  ready(): void
  /** The app called `close`. */
  close(): void
  /** Draws the strip of the AI request that runs, or takes it away (4.7). */
  aiStrip(strip: AiStrip | null): void
  /** Tells the person something that asks for no choice (8.2). */
  notice(words: string): void
  /** Draws the host's sheets. */
  readonly sheets: SheetDrawer
}

/** What a session needs of its host. */
export interface SessionWorld {
  readonly clock: Clock
  readonly log: CallLog
  readonly handlers: Handlers
  readonly services: Services
  readonly randomness: Randomness
  /** What the developer ordered to go wrong. */
  readonly trouble: TroubleBoard
  /** Something befalls the app, as the torture has it. */
  readonly onMoment: (moment: Moment) => void
  /** The seat's switches as they stand now. */
  readonly switches: () => Switches
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}
