/** How many cells a picture has in each direction, of any size. */
export const GRID_CELLS = 64

type Colour = readonly [red: number, green: number, blue: number]

/** One frame of an app: the mean colour of each cell, three bytes each. */
export interface Frame {
  readonly pixels: Uint8Array
  /** Whether the frame, in full size, is a single plain colour. */
  readonly plain: boolean
}

/** What stays the same over several frames. */
export interface StillPicture {
  /** By row; null where something moves. */
  readonly cells: readonly (Colour | null)[]
  /** Whether every frame is the same plain colour. */
  readonly plain: boolean
}

/** What stays the same in frames of one size. */
export const stillPicture = (frames: readonly Frame[]): StillPicture => {
  const [first] = frames
  if (first === undefined) return { cells: [], plain: false }
  const cells = Array.from({ length: first.pixels.length / 3 }, (_, cell) => {
    const colour = colourAt(first, cell)
    return frames.every((frame) => distance(colour, colourAt(frame, cell)) <= SAME_SHADE) ? colour : null
  })
  return { cells, plain: frames.every(({ plain }) => plain) && !cells.includes(null) }
}

const colourAt = ({ pixels }: Frame, cell: number): Colour => [
  pixels[cell * 3] ?? 0,
  pixels[cell * 3 + 1] ?? 0,
  pixels[cell * 3 + 2] ?? 0,
]

/** How much the shade of a cell may differ from frame to frame, of 255: smoothing may shift a colour by a little. */
const SAME_SHADE = 6

const distance = (a: Colour, b: Colour): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))

/** Whether a cell that stays the same in both pictures has another colour in each. */
export const hasChanged = (before: StillPicture, after: StillPicture): boolean =>
  before.cells.some((colour, cell) => {
    const other = after.cells[cell] ?? null
    return colour !== null && other !== null && distance(colour, other) > SAME_SHADE
  })

/** What is the same in two pictures: the same start, loaded twice, differs where chance decides. */
export const commonPicture = (a: StillPicture, b: StillPicture): StillPicture => ({
  cells: a.cells.map((colour, cell) => {
    const other = b.cells[cell] ?? null
    return colour !== null && other !== null && distance(colour, other) <= SAME_SHADE ? colour : null
  }),
  plain: a.plain && b.plain,
})

/**
 * Whether two pictures look different to a person: more than half of what either draws on its background has clearly another
 * colour in the other. Where something moves in either, nothing is compared.
 */
export const looksDifferent = (a: StillPicture, b: StillPicture): boolean => {
  const [backgroundA, backgroundB] = [backgroundOf(a), backgroundOf(b)]
  let drawn = 0
  let different = 0
  for (const [cell, colour] of a.cells.entries()) {
    const other = b.cells[cell] ?? null
    if (colour === null || other === null) continue
    const isDifferent = distance(colour, other) > CLEARLY_OTHER
    if (isDifferent) different += 1
    if (
      isDifferent ||
      distance(colour, backgroundA) > CLEARLY_OTHER ||
      distance(other, backgroundB) > CLEARLY_OTHER
    )
      drawn += 1
  }
  return different > a.cells.length * LEAST_SHARE && different > drawn / 2
}

/** Whether a person sees the same in two pictures, but for what is too small to be noticed. */
export const looksSame = (a: StillPicture, b: StillPicture): boolean =>
  a.cells.filter((colour, cell) => {
    const other = b.cells[cell] ?? null
    return colour !== null && other !== null && distance(colour, other) > CLEARLY_OTHER
  }).length <=
  a.cells.length * LEAST_SHARE

/** From this difference of a shade on, of 255, people see another colour at a glance. */
const CLEARLY_OTHER = 32
/** A smaller part of the picture is not noticed. */
const LEAST_SHARE = 0.02

/** The most common colour, roughly. */
const backgroundOf = ({ cells }: StillPicture): Colour => {
  const counts = new Map<string, { readonly colour: Colour; count: number }>()
  for (const colour of cells) {
    if (colour === null) continue
    const key = colour.map((shade) => Math.round(shade / CLEARLY_OTHER)).join()
    const known = counts.get(key) ?? { colour, count: 0 }
    known.count += 1
    counts.set(key, known)
  }
  let most: { readonly colour: Colour; readonly count: number } = { colour: [0, 0, 0], count: 0 }
  for (const known of counts.values()) if (known.count > most.count) most = known
  return most.colour
}
