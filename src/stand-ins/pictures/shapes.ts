/** SVG written by hand: each function gives one element. Numbers are rounded, so that texts stay short and the same. */

/** The width and the height of a drawing, in its own units. */
export const SIDE = 384

export const round = (value: number): number => Math.round(value * 100) / 100

export interface Point {
  readonly x: number
  readonly y: number
}

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${spaced(more)}/>`

export const ellipse = (
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  fill: string,
  more = '',
): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(radiusX)}" ry="${round(radiusY)}" fill="${fill}"${spaced(more)}/>`

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  corner = 0,
  more = '',
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(corner)}" fill="${fill}"${spaced(more)}/>`

export const path = (d: string, fill: string, more = ''): string =>
  `<path d="${d}" fill="${fill}"${spaced(more)}/>`

/** A line of even width with round ends. */
export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"${spaced(more)}/>`

export const polygon = (points: readonly Point[], fill: string, more = ''): string =>
  `<polygon points="${points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')}" fill="${fill}"${spaced(more)}/>`

/** Elements moved, scaled and turned together; degrees turn clockwise. */
export const group = (
  content: string,
  place: { readonly x: number; readonly y: number; readonly scale?: number; readonly turn?: number },
  more = '',
): string => {
  const { x, y, scale = 1, turn = 0 } = place
  const turned = turn === 0 ? '' : ` rotate(${round(turn)})`
  const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 10_000) / 10_000})`
  return `<g transform="translate(${round(x)} ${round(y)})${turned}${scaled}"${spaced(more)}>${content}</g>`
}

/** The corners of a star, or of a regular polygon where both radii are the same. */
export const starPoints = (tips: number, outer: number, inner: number): readonly Point[] =>
  Array.from({ length: tips * 2 }, (_, index) => {
    const angle = (index * Math.PI) / tips - Math.PI / 2
    const radius = index % 2 === 0 ? outer : inner
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
  })

const spaced = (more: string): string => (more === '' ? '' : ` ${more}`)
