import { signal } from '@preact/signals'
import type { HeldOpening } from '../../../host/opening/held-opening.js'
import { COVER_MAX_MS } from '../../../platform/limits.js'
import type { StartTimer } from '../../../rpc/transport.js'
import type { ClosedBy } from '../../messages.js'

/** What is shown in place of the app. */
export type Page =
  /** Nothing is known yet. */
  | { readonly kind: 'waiting' }
  /** The manifest cannot be read, so there is nothing to open. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'closed'; readonly by: ClosedBy }
  /** The app's page, with the reason why it does not open. */
  | { readonly kind: 'held'; readonly summary: string; readonly opening: HeldOpening }
  /** The seat is open in another window, or a program closed it. */
  | { readonly kind: 'elsewhere' | 'removed' }
  | OpenPage

export interface OpenPage {
  readonly kind: 'open'
  /** The number of this page in the window: messages of older pages are dropped. */
  readonly frame: number
  /** The page for which the frame element was made: the app may have put other pages into it since. */
  readonly element: number
  readonly url: string
  readonly loaded: boolean
  readonly ready: boolean
  /** Whether its load is overdue. */
  readonly overdue: boolean
  /** Whether the loading cover is shown (4.2). */
  readonly covered: boolean
  /** Whether the frame still has no size, because the developer requested that. */
  readonly squeezed: boolean
  /** The last log entry before this page's session; null until the server has opened one. */
  readonly openedAfter: number | null
}

/** How long a frame has no size after its page has loaded: until after the page has read it. */
const SQUEEZED_MS = 1_000

/** Far longer than any normal page takes to load from this machine. */
const OVERDUE_MS = 10_000

/** A seat's page and the timers of its cover. */
export const createSeatPage = (startTimer: StartTimer) => {
  const page = signal<Page>({ kind: 'waiting' })
  let latest = 0
  let stopCoverTimer: (() => void) | null = null

  const change = (frame: number, changes: Partial<OpenPage>): void => {
    const current = page.value
    if (current.kind === 'open' && current.frame === frame) page.value = { ...current, ...changes }
  }

  return {
    shown: page,
    /** The number of the latest page; 0 before the first. */
    frame: () => latest,
    /** Numbers the next page; from then on, messages of the previous one are dropped. */
    next: () => ++latest,
    /** Shows a numbered page, under a cover. */
    open: ({ frame, url, squeezed }: Pick<OpenPage, 'frame' | 'url' | 'squeezed'>): void => {
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
    /** Another page replaced the open one in the same frame element. */
    replaced: (frame: number): void => {
      if (page.value.kind === 'open') page.value = { ...page.value, frame, loaded: false, ready: false }
    },
    /** Shows something other than a page, and clears its cover. */
    show: (shown: Exclude<Page, OpenPage>): void => {
      stopCoverTimer?.()
      page.value = shown
    },
    /** Updates a page if it is still open. */
    change,
    /** Its frame has loaded: the cover stays until the app is ready or the time limit (4.2). */
    loaded: (frame: number): void => {
      const squeezed = page.value.kind === 'open' && page.value.squeezed
      change(frame, { loaded: true })
      if (squeezed) startTimer(() => change(frame, { squeezed: false }), SQUEEZED_MS)
      stopCoverTimer?.()
      stopCoverTimer = startTimer(() => change(frame, { covered: false }), COVER_MAX_MS)
    },
    /** Stops the cover's timer without changing what is shown. */
    stop: (): void => stopCoverTimer?.(),
  }
}
