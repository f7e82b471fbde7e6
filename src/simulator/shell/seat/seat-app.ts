import { signal } from '@preact/signals'
import type { AiStrip } from '../../../host/ai/ai-strip.js'
import type { StartTimer } from '../../../rpc/transport.js'
import type { AppFailure, AppInfo, ClosedBy } from '../../messages.js'
import type { ShellMessage } from '../../shell-messages.js'
import { createSeatPage } from './seat-page.js'

/** An app with the entry page's URL on the bundle's origin; null if the manifest cannot be read. */
interface Addressed {
  readonly app: AppInfo
  readonly frameUrl: string | null
}

interface SeatAppOptions {
  readonly startTimer: StartTimer
  /** Sends a message to the server. */
  readonly send: (message: ShellMessage) => void
  /** Called before a page opens in a new frame element. */
  readonly beforeOpening: () => void
}

/** How long a notice stays visible. */
const NOTICE_MS = 8_000

/** The app in a seat: which page of it is open, and what the host shows over it by itself. */
export type SeatApp = ReturnType<typeof createSeatApp>

export const createSeatApp = ({ startTimer, send, beforeOpening }: SeatAppOptions) => {
  const app = signal<AppInfo | null>(null)
  const frameUrl = signal<string | null>(null)
  const aiStrip = signal<AiStrip | null>(null)
  const notice = signal<string | null>(null)
  const startFailure = signal<AppFailure | null>(null)
  const page = createSeatPage(startTimer)
  let next: Addressed | null = null
  let squeezed = false
  let stopNoticeTimer = (): void => {}

  const dismissNotice = (): void => {
    stopNoticeTimer()
    notice.value = null
  }
  const clear = (): void => {
    aiStrip.value = null
    startFailure.value = null
    dismissNotice()
  }
  const set = (addressed: Addressed): void => {
    app.value = addressed.app
    frameUrl.value = addressed.frameUrl
    next = null
  }

  return {
    app,
    frameUrl,
    page,
    /** The current AI task of the app (4.7). */
    aiStrip,
    /** A notice of the host without choices; it disappears by itself. */
    notice,
    showAiStrip: (frame: number, strip: AiStrip | null): void => {
      if (frame === page.frame()) aiStrip.value = strip
    },
    /** Shows a notice in place of the one before. */
    showNotice: (frame: number, words: string): void => {
      if (frame !== page.frame()) return
      dismissNotice()
      notice.value = words
      stopNoticeTimer = startTimer(dismissNotice, NOTICE_MS)
    },
    dismissNotice,
    /** What the app threw while it started, which is often why it throws more. */
    startFailure,
    failed: (frame: number, failure: AppFailure): void => {
      if (frame === page.frame()) startFailure.value ??= failure
    },
    dismissFailure: (): void => {
      startFailure.value = null
    },
    /** The app that opens from now on. */
    set,
    /** The app that opens next, because another version is live. The open page stays. */
    update: (addressed: Addressed): void => {
      next = addressed
    },
    /** The next page opens in a frame without a size. */
    squeezeNext: (): void => {
      squeezed = true
    },
    open: (): void => {
      clear()
      if (next !== null) set(next)
      const url = frameUrl.value
      if (url === null) {
        page.show({ kind: 'nothing' })
        return
      }
      const frame = page.next()
      beforeOpening()
      // Sent before the frame exists, so that the session is ready for its first request.
      send({ type: 'frame-opened', frame })
      page.open({ frame, url, squeezed })
      squeezed = false
    },
    /** The app put another page into its frame: for the host that is a page load as any other. */
    replaced: (): void => {
      const frame = page.next()
      clear()
      send({ type: 'frame-opened', frame, replaced: true })
      page.replaced(frame)
    },
    closed: (by: ClosedBy): void => {
      clear()
      page.show({ kind: 'closed', by })
    },
    stop: (): void => {
      page.stop()
      stopNoticeTimer()
    },
  }
}
