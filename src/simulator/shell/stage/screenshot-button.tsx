import { useSignal } from '@preact/signals'
import { Icon } from '../controls/icon.js'
import { saveFile } from '../save-file.js'
import { browserCapture, takeScreenshot } from '../screenshot.js'
import type { Seat } from '../seat.js'

/** Saves a PNG of the app, in the size of its frame. */
export const ScreenshotButton = ({ seat }: { readonly seat: Seat }) => {
  const busy = useSignal(false)
  const word = useSignal<string | null>(null)
  const take = async (): Promise<void> => {
    const frame = frameOf(seat)
    if (frame === null || busy.value) return
    busy.value = true
    word.value = null
    try {
      const taken = await takeScreenshot(frame, { capture: browserCapture() })
      if (taken.outcome === 'impossible') word.value = taken.why
      else if (taken.outcome === 'taken')
        saveFile(
          `${seat.app.value?.id ?? 'app'}-${frame.clientWidth}x${frame.clientHeight}.png`,
          taken.picture,
        )
    } finally {
      busy.value = false
    }
  }
  return (
    <>
      <button
        type="button"
        class="button"
        title="Save a PNG of the app, in the size of its frame"
        disabled={busy.value || seat.page.value.kind !== 'open'}
        onClick={() => void take()}
      >
        <Icon name="camera" />
        Screenshot
      </button>
      <span role="status" class="stage-word">
        {word.value}
      </span>
    </>
  )
}

const frameOf = (seat: Seat): HTMLIFrameElement | null =>
  document.querySelector<HTMLIFrameElement>(`[data-seat="${seat.number}"] .app-frame`)
