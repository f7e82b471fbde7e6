import type { HostMessage } from '../../platform/envelope.js'
import type { Capability } from '../../platform/features.js'
import type { AiMaker } from '../ai/ai-maker.js'
import type { AiStrip } from '../ai/ai-strip.js'
import type { AiConsents } from '../ai/document.js'
import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import type { Moment, TroubleBoard } from '../control/trouble/trouble.js'
import type { CallLog } from '../log/call-log.js'
import type { Matches } from '../matches/matches.js'
import type { LedgerBook } from '../money/document.js'
import type { Nicknames } from '../nickname/document.js'
import type { Randomness } from '../randomness.js'
import type { SharedDocument } from '../records/document.js'
import type { SavedDocument } from '../saving/store.js'
import type { Pictures } from '../sharing/pictures.js'
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
  readonly shared: SharedDocument
  readonly books: LedgerBook
  readonly randomness: Randomness
  readonly nicknames: SavedDocument<Nicknames>
  readonly pictures: Pictures
  readonly matches: Matches
  readonly aiMaker: AiMaker
  readonly aiConsents: SavedDocument<AiConsents>
  readonly modelDownloaded: (capability: Capability) => Promise<void>
  /** What the developer ordered to go wrong. */
  readonly trouble: TroubleBoard
  /** Something befalls the app, as the torture has it. */
  readonly onMoment: (moment: Moment) => void
  /** The seat's switches as they stand now. */
  readonly switches: () => Switches
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}
