import type { Sheet } from '../../platform/calls/definition.js'
import type { Capability } from '../../platform/features.js'
import type { PickedFile } from '../picking/picked-file.js'
import type { SharePicture } from '../sharing/pictures.js'

/**
 * The host's own sheets (1): what the page around the app draws, and what the person chooses. The host judges each
 * choice; one that it does not take leaves the sheet open with a word to the person.
 */
export interface SheetKinds {
  payment: { readonly offer: PaymentOffer; readonly choice: 'pay' | 'cancel' }
  nickname: { readonly offer: NicknameOffer; readonly choice: { readonly nickname: string } | null }
  share: { readonly offer: ShareOffer; readonly choice: ShareChoice | null }
  ai: { readonly offer: AiOffer; readonly choice: 'allow' | 'not-now' }
  'pick-image': { readonly offer: PickOffer; readonly choice: PickedFile | null }
  'pick-video': { readonly offer: PickOffer; readonly choice: PickedFile | null }
}

/** Every sheet of the platform is drawn: one that is missing above does not compile where it is offered. */
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
  /** Null where the balance does not suffice. */
  readonly balanceAfter: string | null
}

/** What the nickname sheet shows (4.6). */
export interface NicknameOffer {
  readonly app: string
  readonly current: string | null
  readonly suggestions: readonly string[]
  /** Children only pick from the suggestions. */
  readonly typing: boolean
}

/** What the share sheet shows (4.4), marked TEST since nothing is posted in a test run. */
export interface ShareOffer {
  readonly app: string
  readonly picture: SharePicture | null
  /** The app's words, which the person may edit. */
  readonly text: string
  /** What a post costs the person, in credits. */
  readonly postPrice: string
  /** The line that the host adds to a post or a chat message. */
  readonly line: string
}

export interface ShareChoice {
  readonly to: 'story' | 'post' | 'chat'
  readonly text: string
}

/** What the person is asked before an app first uses AI, and before a model is downloaded (4.7, 3.4). */
export interface AiOffer {
  readonly app: string
  readonly capability: Capability
  /** Word for word from the manifest (2.4). */
  readonly purpose: string
  /** Whether the app may have the web searched: then words leave the phone. */
  readonly searchesWeb: boolean
  /** How much is downloaded; null where the model is there. */
  readonly downloadBytes: number | null
}

/** What the sheets for picking a photo or a video show (4.5): who asks, and what can be taken. */
export interface PickOffer {
  readonly app: string
  readonly maxBytes: number
  /** How long a video may last; null for a photo. */
  readonly maxSeconds: number | null
}

/** Why a choice is not taken, in words for the person; null takes it. */
export type Verdict = string | null

/**
 * Judges a choice. It may take its time (a video is read whole), and the sheet stays open meanwhile: if another choice
 * was taken by then, this one counts for nothing.
 */
export type Judge<Kind extends SheetKind> = (choice: SheetKinds[Kind]['choice']) => Verdict | Promise<Verdict>

/** The page's side: draws a sheet until a choice is taken. */
export interface SheetDrawer {
  /** The sheets that this page can draw; a call whose sheet it cannot draw is unknown here. */
  readonly kinds: readonly SheetKind[]
  /** Draws a sheet until a choice is taken. */
  open<Kind extends SheetKind>(
    kind: Kind,
    offer: SheetKinds[Kind]['offer'],
    judge: Judge<Kind>,
  ): OpenSheet<Kind>
}

export interface OpenSheet<Kind extends SheetKind> {
  /** The choice that was taken; never settles once the sheet was closed. */
  readonly choice: Promise<SheetKinds[Kind]['choice']>
  /** The app's page went away: the sheet goes too, and no choice counts any more. */
  close(): void
}
