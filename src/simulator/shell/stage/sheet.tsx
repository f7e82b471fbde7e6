import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { AppInfo } from '../../messages.js'

/** What each sheet of the host gets. */
export interface HostSheetProps<Offer, Choice> {
  readonly app: AppInfo
  readonly offer: Offer
  /** A choice is being sent. */
  readonly busy: boolean
  /** Why the last choice was rejected. */
  readonly fault: string | null
  readonly onChoose: (choice: Choice) => void
  readonly returnFocus: () => void
}

export interface SheetProps {
  /** The dialog's name and its heading. */
  readonly title: string
  /** Whether it is marked as a test run (4.4). */
  readonly test?: boolean
  readonly onClose: () => void
  /** The fallback for the focus afterwards, if the previous element is gone. */
  readonly returnFocus?: () => void
  readonly children: ComponentChildren
}

const FOCUSABLE =
  'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select, a[href], [tabindex="0"]'

/**
 * A sheet of the host over the app. It only covers the device, so that the panels stay usable; within the
 * device it traps the focus, and restores it when it closes.
 */
export const Sheet = ({ title, test = false, onClose, returnFocus, children }: SheetProps) => {
  const id = useId()
  const dialog = useRef<HTMLDivElement>(null)
  // Before the next frame is drawn: a key pressed in between would go to the covered element.
  useLayoutEffect(() => {
    const before = document.activeElement
    // What the person is asked for, where there is one thing; else the sheet itself, so that no key chooses by accident.
    const first = dialog.current?.querySelector<HTMLElement>('[data-first]') ?? dialog.current
    first?.focus({ preventScroll: true })
    const giveBack = () => {
      // Another sheet already has the focus, or the user went to the panels.
      if (document.activeElement !== document.body) return
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else returnFocus?.()
    }
    // The app below accepts input again after the next render.
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
        <div class="sheet-head line">
          <h2 id={id}>{title}</h2>
          {test && <span class="test-mark">TEST</span>}
        </div>
        {children}
      </div>
    </div>
  )
}
