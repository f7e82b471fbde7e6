import { type ReadonlySignal, signal } from '@preact/signals'
import type { StartTimer } from '../../../rpc/transport.js'

/** A notice of the host over the app, without choices. */
export interface SeatNotice {
  readonly shown: ReadonlySignal<string | null>
  /** Shows a notice in place of the one before, or none for null. */
  show(words: string | null): void
}

/** How long a notice stays visible. */
const NOTICE_MS = 8_000

export const createSeatNotice = (startTimer: StartTimer): SeatNotice => {
  const shown = signal<string | null>(null)
  let stopTimer = (): void => {}
  return {
    shown,
    show: (words) => {
      stopTimer()
      shown.value = words
      if (words !== null)
        stopTimer = startTimer(() => {
          shown.value = null
        }, NOTICE_MS)
    },
  }
}
