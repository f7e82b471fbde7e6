import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'

export interface VirtualListProps {
  readonly label: string
  readonly count: number
  readonly row: (index: number) => {
    readonly key: number
    readonly className: string
    readonly content: ComponentChildren
  }
  /** The selected row's index, or -1. */
  readonly selected: number
  readonly onSelect: (index: number) => void
  /** Whether the list stays scrolled to its end as it grows. */
  readonly follow: boolean
  /** The user scrolled away from the end, or back to it. */
  readonly onFollow: (follow: boolean) => void
  readonly onEscape: () => void
}

/** Every row has this height in pixels. */
const ROW_HEIGHT = 28
/** Rows drawn outside the visible area, to avoid gaps while scrolling. */
const SPARE_ROWS = 8
/** The height that one turn of a wheel scrolls, for a list that is redrawn as it grows. */
const SPARE_ROWS_FOLLOWING = 4

/** A list box that only draws visible rows: a hundred thousand rows cost as much as fifty. */
export const VirtualList = (props: VirtualListProps) => {
  const { count, selected, follow } = props
  const box = useRef<HTMLDivElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const id = useId()
  const top = useSignal(0)
  const height = useSignal(600)

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (follow && box.current !== null) box.current.scrollTop = count * ROW_HEIGHT
  }, [follow, count, height.value])

  // Details that open below shrink the list: keep the selected row visible.
  const heightBefore = useRef(height.value)
  useLayoutEffect(() => {
    const element = box.current
    const bottom = (selected + 1) * ROW_HEIGHT
    if (
      element !== null &&
      selected !== -1 &&
      bottom <= element.scrollTop + heightBefore.current + ROW_HEIGHT
    ) {
      if (bottom > element.scrollTop + height.value) element.scrollTop = bottom - height.value
    }
    heightBefore.current = height.value
  }, [height.value])

  const scrolled = () => {
    const element = box.current
    if (element === null) return
    top.value = element.scrollTop
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < ROW_HEIGHT
    if (atEnd !== follow) props.onFollow(atEnd)
  }

  const select = (index: number) => {
    const element = box.current
    if (count === 0 || element === null) return
    const target = Math.max(0, Math.min(count - 1, index))
    if (target * ROW_HEIGHT < element.scrollTop) element.scrollTop = target * ROW_HEIGHT
    else if ((target + 1) * ROW_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = (target + 1) * ROW_HEIGHT - element.clientHeight
    top.value = element.scrollTop
    // Keep the selected row in place.
    if (target < count - 1 && element.scrollHeight > element.clientHeight) props.onFollow(false)
    props.onSelect(target)
  }

  const onClick = (event: MouseEvent) => {
    const index = Math.floor((event.clientY - (room.current?.getBoundingClientRect().top ?? 0)) / ROW_HEIGHT)
    if (index >= 0 && index < count) select(index)
    box.current?.focus()
  }

  const pageRows = Math.max(1, Math.floor(height.value / ROW_HEIGHT) - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return props.onEscape()
    const from = selected === -1 ? (event.key === 'ArrowUp' ? count : -1) : selected
    const target = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + pageRows,
      PageUp: from - pageRows,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    select(target)
  }

  // At its end, draw the list where it will be scrolled to, to avoid a second draw.
  const from = follow ? Math.max(0, count * ROW_HEIGHT - height.value) : top.value
  const spare = follow ? SPARE_ROWS_FOLLOWING : SPARE_ROWS
  const first = Math.max(0, Math.floor(from / ROW_HEIGHT) - spare)
  const last = Math.min(count, Math.ceil((from + height.value) / ROW_HEIGHT) + spare)
  const rows = []
  for (let index = first; index < last; index++) {
    const { key, className, content } = props.row(index)
    rows.push(
      <div
        key={key}
        id={`${id}-${index}`}
        class={`row ${className} line`}
        role="option"
        aria-selected={index === selected}
        aria-setsize={count}
        aria-posinset={index + 1}
        style={{ top: `${index * ROW_HEIGHT}px`, height: `${ROW_HEIGHT}px` }}
        tabIndex={-1}
      >
        {content}
      </div>,
    )
  }
  return (
    <div
      class="virtual-list"
      role="listbox"
      aria-label={props.label}
      tabIndex={0}
      ref={box}
      aria-activedescendant={selected >= first && selected < last ? `${id}-${selected}` : undefined}
      onScroll={scrolled}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        class="virtual-list-room"
        role="presentation"
        ref={room}
        style={{ height: `${count * ROW_HEIGHT}px` }}
      >
        {rows}
      </div>
    </div>
  )
}
