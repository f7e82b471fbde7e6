/** Widths and heights in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** What a frame asks for, its border and the host's bar included; null takes what room there is. */
interface WantedSize {
  readonly width: number | null
  readonly height: number | null
}

export interface Arrangement {
  readonly columns: number
  /** How much every frame is scaled down, at most 1. */
  readonly scale: number
  /** Every frame's size before it is scaled. */
  readonly frame: Size
}

export interface ArrangeOptions {
  readonly count: number
  /** The room there is for all. */
  readonly room: Size
  readonly wanted: WantedSize
  /** Whether frames are scaled down until all fit. */
  readonly fit: boolean
  /** What stands above each frame, in pixels. */
  readonly headHeight: number
  readonly gap: number
}

/** Beneath this a frame is no longer scaled down but scrolled to. */
const SMALLEST_SCALE = 0.4
/** Of several, each is to be seen rather than to be read. */
const SMALLEST_SCALE_OF_SEVERAL = 0.3
/** The least that a frame which fills its room gets, where several share that. */
const SHARED_MINIMUM: Size = { width: 480, height: 480 }

/** How frames stand side by side: in so many columns that each is as large as can be. */
export const arrange = (options: ArrangeOptions): Arrangement => {
  const { count, room, fit, gap } = options
  const smallest = count > 1 ? SMALLEST_SCALE_OF_SEVERAL : SMALLEST_SCALE
  let best = inColumns(1, options)
  for (let columns = 2; columns <= count; columns++) {
    const other = inColumns(columns, options)
    if (isBetter(other, best, count)) best = other
  }
  if (fit && best.scale >= smallest) return best
  // Not all fit: as many beside each other as do, and the rest is scrolled to.
  const scale = fit ? smallest : 1
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

/** Larger to see; of equals the one in fewer rows, since people sit beside each other, and then the more even one. */
const isBetter = (a: Arrangement, b: Arrangement, count: number): boolean => {
  const larger = shownArea(a) - shownArea(b)
  if (Math.abs(larger) >= 1) return larger > 0
  return Math.ceil(count / a.columns) < Math.ceil(count / b.columns)
}

const shownArea = ({ scale, frame }: Arrangement): number => frame.width * frame.height * scale * scale
