import type { AiService } from './ai/ai-maker.js'
import type { Matches } from './matches/matches.js'
import type { Money } from './money/money.js'
import type { Nicknames } from './nickname/document.js'
import type { SharedDocument } from './records/document.js'
import type { SavedDocument } from './saving/store.js'
import type { Sharing } from './sharing/publication.js'

/** What each domain offers to calls, by the domain's name. A host has one of each. A handler gets those that it names. */
export interface Services {
  readonly money: Money
  /** The records that everyone in the app can read (4.6). */
  readonly records: SharedDocument
  readonly nickname: SavedDocument<Nicknames>
  readonly sharing: Sharing
  /** The live matches of the app (4.8). */
  readonly matches: Matches
  readonly ai: AiService
}
