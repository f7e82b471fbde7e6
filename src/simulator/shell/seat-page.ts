import type { ReadonlySignal } from '@preact/signals'
import { signal } from '@preact/signals'
import type { HeldOpening } from '../../host/opening/held-opening.js'
import { COVER_MAX_MS } from '../../platform/limits.js'
import type { StartTimer } from '../../rpc/transport.js'
import type { ClosedBy } from '../messages.js'

/** What there is to see where the app should be. */
export type Page =
  /** Nothing is known yet. */
  | { readonly kind: 'waiting' }
  /** The manifest cannot be read, so that there is nothing to open. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'closed'; readonly by: ClosedBy }
  /** The app's own page, with what keeps it from opening. */
  | { readonly kind: 'held'; readonly summary: string; readonly opening: HeldOpening }
  /** The seat is open in another window. */
  | { readonly kind: 'elsewhere' }
  | OpenPage

export interface OpenPage {
  readonly kind: 'open'
  /** Counts the pages of this window: what belongs to an older one is thrown away. */
  readonly frame: number
  /** The page for which the frame element was made: the app may have put other pages into it since. */
  readonly element: number
  readonly url: string
  readonly loaded: boolean
  readonly ready: boolean
  /** Whether it should have loaded long ago. */
  readonly overdue: boolean
  /** Whether the loading cover is there (4.2). */
  readonly covered: boolean
  /** Whether the frame has no size yet, on the developer's order. */
  readonly squeezed: boolean
  /** The log's last entry before this page's session; null until the server has opened one. */
  readonly openedAfter: number | null
}

/** A seat's page and the timers of its cover. */
export interface SeatPage {
  readonly shown: ReadonlySignal<Page>
  /** The number of the latest page; 0 before the first. */
  frame(): number
  /** Counts the next page, from when on what belongs to the one before is thrown away. */
  next(): number
  /** Shows a page that was counted, under a cover. */
  open(page: { readonly frame: number; readonly url: string; readonly squeezed: boolean }): void
  /** Another page took the place of the one that is open, in the same frame element. */
  replaced(frame: number): void
  /** Shows something else than a page, and forgets its cover. */
  show(page: Exclude<Page, OpenPage>): void
  /** Changes a page that is still the one that is open. */
  change(frame: number, changes: Partial<Pick<OpenPage, 'ready' | 'covered' | 'openedAfter'>>): void
  /** Its frame has loaded: the cover stays until the app is ready, or for as long as it may (4.2). */
  loaded(frame: number): void
  /** Stops the cover's timer, and leaves what there is to see. */
  stop(): void
}

/** How long a frame without a size stays so once its page has loaded: until after the page has looked at it. */
const SQUEEZED_MS = 1_000

/** Far longer than any honest page takes to load from this machine. */
const OVERDUE_MS = 10_000

export const createSeatPage = (startTimer: StartTimer): SeatPage => {
  const page = signal<Page>({ kind: 'waiting' })
  let latest = 0
  let stopCoverTimer: (() => void) | null = null

  const change = (frame: number, changes: Partial<OpenPage>): void => {
    const current = page.value
    if (current.kind === 'open' && current.frame === frame) page.value = { ...current, ...changes }
  }

  return {
    shown: page,
    frame: () => latest,
    next: () => ++latest,
    open: ({ frame, url, squeezed }) => {
      stopCoverTimer?.()
      page.value = {
        kind: 'open',
        frame,
        element: frame,
        url,
        loaded: false,
        overdue: false,
        ready: false,
        covered: true,
        squeezed,
        openedAfter: null,
      }
      stopCoverTimer = startTimer(() => change(frame, { overdue: true, squeezed: false }), OVERDUE_MS)
    },
    replaced: (frame) => {
      if (page.value.kind === 'open') page.value = { ...page.value, frame, loaded: false, ready: false }
    },
    show: (shown) => {
      stopCoverTimer?.()
      page.value = shown
    },
    change,
    loaded: (frame) => {
      const squeezed = page.value.kind === 'open' && page.value.squeezed
      change(frame, { loaded: true })
      if (squeezed) startTimer(() => change(frame, { squeezed: false }), SQUEEZED_MS)
      stopCoverTimer?.()
      stopCoverTimer = startTimer(() => change(frame, { covered: false }), COVER_MAX_MS)
    },
    stop: () => stopCoverTimer?.(),
  }
}
