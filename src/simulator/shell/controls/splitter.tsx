import type { Signal } from '@preact/signals'

export interface SplitterProps {
  readonly label: string
  /** The width of the right side, in pixels. */
  readonly width: Signal<number>
  readonly min: number
  readonly max: number
}

const STEP = 32

/** The splitter between stage and panels: moved by dragging or arrow keys. */
export const Splitter = ({ label, width, min, max }: SplitterProps) => {
  const set = (value: number) => {
    width.value = Math.round(Math.max(min, Math.min(max, value)))
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
      Home: max,
      End: min,
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
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width.value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
