import type { Capability } from '../../platform/features.js'
import type { SavedDocument } from '../saving/store.js'
import type { AiMaker } from './ai-maker.js'
import type { AiConsents } from './document.js'

/** What an app's AI calls need from its host. */
export interface AiService {
  readonly maker: AiMaker
  readonly consents: SavedDocument<AiConsents>
  /** Called when a seat's phone has downloaded a model (3.4): the capability becomes `ready`. */
  readonly modelDownloaded: (seat: number, capability: Capability) => Promise<void>
}
