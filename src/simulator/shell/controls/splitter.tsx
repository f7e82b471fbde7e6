import type { Signal } from '@preact/signals'

/** In pixels. */
const STEP = 32
const MIN_WIDTH = 320
const MAX_WIDTH = 960

/** The splitter between stage and panels: moved by dragging or arrow keys. @param width of the panels */
export const Splitter = ({ width }: { readonly width: Signal<number> }) => {
  const set = (value: number) => {
    width.value = Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, value)))
  }
  const onPointerDown = (event: PointerEvent) => {
    const handle = event.currentTarget
    if (!(handle instanceof HTMLElement)) return
    handle.setPointerCapture(event.pointerId)
    event.preventDefault()
    handle.focus()
    const start = event.clientX + width.value
    const onMove = (move: PointerEvent) => set(start - move.clientX)
    handle.addEventListener('pointermove', onMove)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      ArrowLeft: width.value + STEP,
      ArrowRight: width.value - STEP,
      Home: MAX_WIDTH,
      End: MIN_WIDTH,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    set(target)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is not focusable; this is the ARIA splitter pattern.
    <div
      class="splitter"
      role="separator"
      aria-label="Width of the panels"
      aria-orientation="vertical"
      aria-valuenow={width.value}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
