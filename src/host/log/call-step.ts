import type { SheetKind } from '../session/sheets.js'

/** What a call may save. */
export type SavedByCall = 'storage' | 'purchases' | 'records' | 'nickname' | 'ai-consent'

/** What the host did for a call, or what happened to it on its way. */
export type NewCallStep =
  /** The network brought it to the host. Absent if that took no time. */
  | { readonly step: 'arrived' }
  /** The developer's fault held it back. @property by milliseconds of the host's time */
  | { readonly step: 'delayed'; readonly by: number }
  | { readonly step: 'sheet-opened'; readonly sheet: SheetKind }
  /** The person's choice was not accepted, and the sheet stays open. */
  | { readonly step: 'choice-refused'; readonly sheet: SheetKind; readonly why: string }
  /** The sheet was closed. @property declined whether the person closed it without doing what it offers */
  | { readonly step: 'sheet-answered'; readonly sheet: SheetKind; readonly declined: boolean }
  /** It is on disk. */
  | { readonly step: 'saved'; readonly what: SavedByCall }
  /** When the network brings the answer to the app. Absent if that takes no time. */
  | { readonly step: 'delivered' }

/** A step of a call. @property ms since the call was sent */
export type CallStep = NewCallStep & { readonly ms: number }
