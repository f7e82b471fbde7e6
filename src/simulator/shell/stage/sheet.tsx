import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

export interface SheetProps {
  /** The dialog's name and its heading. */
  readonly title: string
  /** Whether it is marked as of a test run (4.4). */
  readonly test?: boolean
  readonly onClose: () => void
  /** Where the focus goes afterwards, where what had it before is gone. */
  readonly returnFocus?: () => void
  readonly children: ComponentChildren
}

const FOCUSABLE =
  'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select, a[href], [tabindex="0"]'

/**
 * A sheet of the host over the app. It covers the device alone, so that the panels beside it stay usable; within the
 * device it keeps the focus, and gives it back when it closes.
 */
export const Sheet = ({ title, test = false, onClose, returnFocus, children }: SheetProps) => {
  const id = useId()
  const dialog = useRef<HTMLDivElement>(null)
  // With the sheet itself, not after the next picture: a key pressed meanwhile would go to what is covered.
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.focus({ preventScroll: true })
    const giveBack = () => {
      // Another sheet has it already, or the person went to the panels.
      if (document.activeElement !== document.body) return
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else returnFocus?.()
    }
    // The app beneath takes input again once all of this is drawn.
    return () => queueMicrotask(giveBack)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
      return
    }
    if (event.key !== 'Tab' || dialog.current === null) return
    const stops = [...dialog.current.querySelectorAll<HTMLElement>(FOCUSABLE)]
    const first = stops[0]
    const last = stops.at(-1)
    if (first === undefined || last === undefined) event.preventDefault()
    else if (
      event.shiftKey &&
      (document.activeElement === first || document.activeElement === dialog.current)
    ) {
      event.preventDefault()
      last.focus()
    } else if (!event.shiftKey && document.activeElement === last) {
      event.preventDefault()
      first.focus()
    }
  }
  return (
    <div class="sheet-room">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tap beside the sheet closes it; keyboards have Escape. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div class="sheet-scrim" onClick={onClose} />
      <div
        class="sheet"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        ref={dialog}
        onKeyDown={onKeyDown}
      >
        <div class="sheet-head">
          <h2 id={id}>{title}</h2>
          {test && <span class="test-mark">TEST</span>}
        </div>
        {children}
      </div>
    </div>
  )
}
