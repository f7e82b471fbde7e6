import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { TimelineEntry } from '../../../../host/matches/timeline-entry.js'
import { SeatMark } from '../../controls/seat-mark.js'
import { timeOf } from '../../stores/timeline-store.js'
import { bandsOf, laneSeats, nearestTick, ticksOf } from './lanes.js'

/** In pixels. */
const LANE_HEIGHT = 20

/** How near to a tick a click counts, in pixels. */
const NEAR = 8

export interface LanesViewProps {
  /** Of the matches that are shown, for who was there. */
  readonly entries: readonly TimelineEntry[]
  /** Those that pass the filters, which are drawn. */
  readonly shown: readonly TimelineEntry[]
  /** How much time is shown, in milliseconds; null shows everything. */
  readonly span: number | null
  readonly selected: TimelineEntry | null
  readonly onSelect: (seq: number) => void
}

/**
 * A lane for each player, with messages as ticks. A canvas: eight players send thousands of messages a minute. The list below it
 * has the same entries for the keyboard and for assistive technology.
 */
export const LanesView = ({ entries, shown, span, selected, onSelect }: LanesViewProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const width = useSignal(0)
  const theme = useSignal(0)
  const colours = useRef<(LaneColours & { readonly of: string }) | null>(null)
  // Read here, so that a change of either draws again.
  const drawnWidth = width.value
  theme.value
  const seats = laneSeats(entries)
  const last = entries.at(-1)
  const first = entries[0]
  const end = last === undefined ? 0 : timeOf(last)
  const length = Math.max(1, span ?? end - (first === undefined ? end : timeOf(first)))
  const at = selected === null ? null : timeOf(selected)
  // The selected entry is in the middle, unless the latest part has it.
  const to = at === null || at >= end - length ? end : at + length / 2
  const from = to - length

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      width.value = element.clientWidth
    })
    observer.observe(element)
    const redraw = (): void => {
      theme.value += 1
    }
    const themes = new MutationObserver(redraw)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', redraw)
    return () => {
      observer.disconnect()
      themes.disconnect()
      dark.removeEventListener('change', redraw)
    }
  }, [])

  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (element === null || context === null || context === undefined || drawnWidth === 0) return
    const scale = devicePixelRatio
    // Both clear the canvas.
    element.width = Math.round(drawnWidth * scale)
    element.height = Math.round(seats.length * LANE_HEIGHT * scale)
    context.scale(scale, scale)
    const wanted = `${theme.value} ${seats.join()}`
    if (colours.current?.of !== wanted)
      colours.current = { of: wanted, ...readColours(element, marks.current?.children ?? []) }
    const { accent, hover, danger, line, text, seats: seatColours } = colours.current
    const x = (time: number): number => ((time - from) / length) * drawnWidth
    const top = (seat: number): number => seats.indexOf(seat) * LANE_HEIGHT
    const bands = bandsOf(entries, end)
    for (const host of [false, true])
      for (const band of bands) {
        if (band.host !== host || band.to < from || band.from > to) continue
        const left = Math.max(0, x(band.from))
        const right = Math.min(drawnWidth, x(band.to))
        context.fillStyle = host ? accent : hover
        if (host) context.fillRect(left, top(band.seat) + LANE_HEIGHT - 3, Math.max(1, right - left), 2)
        else context.fillRect(left, top(band.seat) + 2, Math.max(1, right - left), LANE_HEIGHT - 5)
      }
    let drawn = ''
    for (const { seat, time, loss } of ticksOf(shown, from, to)) {
      const left = Math.round(x(time) * scale) / scale
      // Ticks of one pixel are drawn once.
      const place = `${seat} ${left} ${loss}`
      if (place === drawn) continue
      drawn = place
      context.fillStyle = loss ? danger : (seatColours[seats.indexOf(seat)] ?? danger)
      context.fillRect(left - 1, top(seat) + (loss ? 0 : 4), 2, LANE_HEIGHT - (loss ? 2 : 9))
    }
    for (const entry of shown) {
      const time = timeOf(entry)
      if (entry.kind === 'message' || time < from || time > to) continue
      const left = x(time)
      if (entry.kind === 'desync' || entry.kind === 'closed') {
        context.fillStyle = entry.kind === 'desync' ? danger : line
        context.fillRect(left - 1, 0, 2, seats.length * LANE_HEIGHT)
        continue
      }
      // A point where a player came, went or became the host.
      context.fillStyle = entry.kind === 'left' ? danger : accent
      context.beginPath()
      context.arc(
        Math.min(drawnWidth - 4, Math.max(4, left)),
        top(entry.seat) + LANE_HEIGHT / 2 - 1,
        3.5,
        0,
        2 * Math.PI,
      )
      context.fill()
    }
    if (at !== null) {
      context.fillStyle = text
      context.fillRect(Math.round(x(at)) - 0.5, 0, 1, seats.length * LANE_HEIGHT)
    }
  })

  const click = useRef((_event: MouseEvent): void => {})
  click.current = (event) => {
    const box = canvas.current?.getBoundingClientRect()
    const seat = seats[Math.floor((event.clientY - (box?.top ?? 0)) / LANE_HEIGHT)]
    if (box === undefined || seat === undefined) return
    const time = from + ((event.clientX - box.left) / box.width) * length
    const tick = nearestTick(ticksOf(shown, from, to), seat, time, (NEAR / box.width) * length)
    if (tick !== null) onSelect(tick.seq)
  }
  useEffect(() => {
    const element = canvas.current
    const clicked = (event: MouseEvent): void => click.current(event)
    element?.addEventListener('click', clicked)
    return () => element?.removeEventListener('click', clicked)
  }, [])

  return (
    <div class="lanes" aria-hidden="true">
      <div class="lane-seats" ref={marks} style={{ gridAutoRows: `${LANE_HEIGHT}px` }}>
        {seats.map((seat) => (
          <SeatMark key={seat} seat={seat} />
        ))}
      </div>
      <canvas
        ref={canvas}
        title="Each tick is a message: click it for details. Messages that did not arrive are red. A bar below a lane shows when that player was the host."
        style={{ height: `${seats.length * LANE_HEIGHT}px` }}
      />
    </div>
  )
}

interface LaneColours {
  readonly accent: string
  readonly hover: string
  readonly danger: string
  readonly line: string
  readonly text: string
  /** As the marks of the seats, in their order. */
  readonly seats: readonly string[]
}

/** The colours of the theme. Each read lays the page out, so they are kept while the theme and the seats stay. */
const readColours = (canvas: HTMLCanvasElement, marks: Iterable<Element>): LaneColours => {
  const read = (name: string): string => {
    canvas.style.color = `var(${name})`
    return getComputedStyle(canvas).color
  }
  const colours = {
    accent: read('--accent'),
    hover: read('--hover'),
    danger: read('--danger'),
    line: read('--line-strong'),
    text: read('--text'),
    seats: Array.from(marks, (mark) => getComputedStyle(mark).backgroundColor),
  }
  canvas.style.color = ''
  return colours
}
