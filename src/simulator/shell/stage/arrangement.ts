/** Widths and heights in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The requested size of a frame with its border and the host's bar; null fills the available space. */
interface WantedSize {
  readonly width: number | null
  readonly height: number | null
}

export interface Arrangement {
  readonly columns: number
  /** The scale of all frames, at most 1. */
  readonly scale: number
  /** The size of all frames before scaling. */
  readonly frame: Size
}

export interface ArrangeOptions {
  readonly count: number
  /** The total available space. */
  readonly room: Size
  readonly wanted: WantedSize
  /** Whether frames are scaled down until all fit. */
  readonly fit: boolean
  /** The height above each frame, in pixels. */
  readonly headHeight: number
  readonly gap: number
}

/** Below this scale, frames are scrolled instead of scaled further. */
const SMALLEST_SCALE = 0.3
/** The minimum size of frames that share the available space. */
const SHARED_MINIMUM: Size = { width: 480, height: 480 }

/** Arranges frames side by side, in as many columns as make each as large as possible. */
export const arrange = (options: ArrangeOptions): Arrangement => {
  const { count, room, fit, gap } = options
  let best = inColumns(1, options)
  for (let columns = 2; columns <= count; columns++) {
    const other = inColumns(columns, options)
    if (isBetter(other, best, count)) best = other
  }
  if (fit && best.scale >= SMALLEST_SCALE) return best
  // Not all fit: as many per row as possible, and the rest is scrolled.
  const scale = fit ? SMALLEST_SCALE : 1
  const frame = leastFrame(options)
  const columns = Math.floor((room.width + gap) / (frame.width * scale + gap))
  return framed(Math.max(1, Math.min(count, columns)), scale, options)
}

const inColumns = (columns: number, options: ArrangeOptions): Arrangement => {
  const cell = cellSize(columns, options)
  const least = leastFrame(options)
  const scale = Math.min(1, ratio(cell.width, least.width), ratio(cell.height, least.height))
  return framed(columns, scale, options)
}

const framed = (columns: number, scale: number, options: ArrangeOptions): Arrangement => {
  const { wanted } = options
  const cell = cellSize(columns, options)
  const least = leastFrame(options)
  return {
    columns,
    scale,
    frame: {
      width: wanted.width ?? Math.max(least.width, cell.width / scale),
      height: wanted.height ?? Math.max(least.height, cell.height / scale),
    },
  }
}

const cellSize = (columns: number, { count, room, headHeight, gap }: ArrangeOptions): Size => {
  const rows = Math.ceil(count / columns)
  return {
    width: Math.max(0, (room.width - gap * (columns - 1)) / columns),
    height: Math.max(0, (room.height - gap * (rows - 1)) / rows - headHeight),
  }
}

const leastFrame = ({ count, wanted }: ArrangeOptions): Size => ({
  width: wanted.width ?? (count > 1 ? SHARED_MINIMUM.width : 0),
  height: wanted.height ?? (count > 1 ? SHARED_MINIMUM.height : 0),
})

const ratio = (room: number, size: number): number => (size === 0 ? 1 : room / size)

/** The largest frames; of equals, fewer rows, since seats are side by side, then the most even layout. */
const isBetter = (a: Arrangement, b: Arrangement, count: number): boolean => {
  const larger = shownArea(a) - shownArea(b)
  if (Math.abs(larger) >= 1) return larger > 0
  return Math.ceil(count / a.columns) < Math.ceil(count / b.columns)
}

const shownArea = ({ scale, frame }: Arrangement): number => frame.width * frame.height * scale * scale
