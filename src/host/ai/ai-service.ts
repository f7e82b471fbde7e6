import type { Capability } from '../../platform/features.js'
import type { SavedDocument } from '../saving/store.js'
import type { AiMaker } from './ai-maker.js'
import type { AiConsents } from './document.js'

/** What the AI calls of an app need of its host. */
export interface AiService {
  readonly maker: AiMaker
  readonly consents: SavedDocument<AiConsents>
  /** The phone in a seat has the model of a capability now (3.4): it becomes `ready`. */
  readonly modelDownloaded: (seat: number, capability: Capability) => Promise<void>
}
