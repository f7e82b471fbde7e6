import type { Sheet } from '../../platform/calls/definition.js'
import type { Capability } from '../../platform/features.js'
import type { PickedFile } from '../picking/picked-file.js'
import type { SharePicture } from '../sharing/pictures.js'

/**
 * The host's sheets (1): what the page around the app draws, and what the person can choose. The host checks each choice.
 * If it does not accept one, the sheet stays open and shows why.
 */
export interface SheetKinds {
  payment: { readonly offer: PaymentOffer; readonly choice: 'pay' | 'cancel' }
  nickname: { readonly offer: NicknameOffer; readonly choice: { readonly nickname: string } | null }
  share: { readonly offer: ShareOffer; readonly choice: ShareChoice | null }
  ai: { readonly offer: AiOffer; readonly choice: 'allow' | 'not-now' }
  'pick-image': { readonly offer: PickOffer; readonly choice: PickedFile | null }
  'pick-video': { readonly offer: PickOffer; readonly choice: PickedFile | null }
}

/** Every sheet of the platform. One that is missing above does not compile where it is opened. */
export type SheetKind = Sheet

/** What the payment sheet shows (4.3). Amounts are credits as decimal strings. */
export interface PaymentOffer {
  readonly app: string
  /** The developer's handle. */
  readonly developer: string
  readonly title: string
  /** Word for word from the manifest (2.3). */
  readonly statement: string
  readonly total: string
  readonly balance: string
  /** Null if the balance is too low. */
  readonly balanceAfter: string | null
}

/** What the nickname sheet shows (4.6). */
export interface NicknameOffer {
  readonly app: string
  readonly current: string | null
  readonly suggestions: readonly string[]
  /** False for children, who can only pick a suggestion. */
  readonly typing: boolean
}

/** A chat into which a person can send a share (4.4). */
export interface ShareChat {
  readonly id: string
  /** Whom it is with. */
  readonly name: string
}

/** What the share sheet shows (4.4). It is marked TEST in a test run, in which nothing is posted. */
export interface ShareOffer {
  readonly app: string
  readonly picture: SharePicture | null
  /** The app's text, which the person may edit. */
  readonly text: string
  /** What a post costs the person, in credits. */
  readonly postPrice: string
  /** The line that the host adds to a post or a chat message. */
  readonly line: string
  /** The chats to choose from; absent in a test run, in which nothing is sent. */
  readonly chats?: readonly ShareChat[]
}

export interface ShareChoice {
  readonly to: 'story' | 'post' | 'chat'
  readonly text: string
  /** The ID of the chosen chat; a test run needs none. */
  readonly chat?: string | undefined
}

/** What the sheet shows before an app first uses AI, and before a model is downloaded (4.7, 3.4). */
export interface AiOffer {
  readonly app: string
  readonly capability: Capability
  /** Word for word from the manifest (2.4). */
  readonly purpose: string
  /** Whether the app may search the web, which sends text from the phone. */
  readonly searchesWeb: boolean
  /** The size of the download; null if the model is on the phone. */
  readonly downloadBytes: number | null
}

/** What the sheets for picking a photo or a video show (4.5). */
export interface PickOffer {
  readonly app: string
  readonly maxBytes: number
  /** The longest video; null for a photo. */
  readonly maxSeconds: number | null
}

/** Why a choice is not accepted, in words for the person; null accepts it. */
export type Verdict = string | null

/**
 * Checks a choice. This may take a while, since videos are read whole, and the sheet stays open. If another choice is
 * accepted first, this one is ignored.
 */
export type Judge<Kind extends SheetKind> = (choice: SheetKinds[Kind]['choice']) => Verdict | Promise<Verdict>

/** The page's side: draws sheets. */
export interface SheetDrawer {
  /** The sheets that this page can draw. A call whose sheet it cannot draw is unknown here. */
  readonly kinds: readonly SheetKind[]
  /** Draws a sheet until a choice is accepted. */
  open<Kind extends SheetKind>(
    kind: Kind,
    offer: SheetKinds[Kind]['offer'],
    judge: Judge<Kind>,
  ): OpenSheet<Kind>
}

export interface OpenSheet<Kind extends SheetKind> {
  /** The accepted choice. Never settles once the sheet was closed. */
  readonly choice: Promise<SheetKinds[Kind]['choice']>
  /** Changes what an open sheet shows, where the page can. */
  change?(offer: SheetKinds[Kind]['offer']): void
  /** Closes the sheet. Later choices are ignored. */
  close(): void
}

/** What sentences call the sheets: `the payment sheet`. */
export const SHEET_NAMES = {
  payment: 'payment sheet',
  nickname: 'nickname sheet',
  share: 'share sheet',
  ai: 'AI sheet',
  'pick-image': 'photo picker',
  'pick-video': 'video picker',
} as const satisfies Record<SheetKind, string>
