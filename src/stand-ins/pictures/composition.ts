import type { Canvas } from './backdrop.js'
import { type Colour, darker, lighter, mix } from './colours.js'
import { circle, path, polygon, rect, round, SIDE, stroke } from './shapes.js'

/** A picture of only shapes and colours, for words without a known subject. Each word gives a different one. */
export const drawComposition = (canvas: Canvas): string => {
  const { random, palette } = canvas
  const colours: readonly Colour[] = [...canvas.plan.tints, ...palette.accents, palette.sky[0], palette.light]
  return random.pick([tiles, rings, bands, shards, pebbles])(canvas, colours)
}

const at = (colours: readonly Colour[], index: number): Colour => colours[index % colours.length] ?? '#4a8fe7'

/** Quarter circles and diagonals on a grid. */
const tiles = ({ random, detail, palette }: Canvas, colours: readonly Colour[]): string => {
  const cells = 4 + detail * 2
  const size = SIDE / cells
  let drawn = rect(0, 0, SIDE, SIDE, lighter(palette.sky[2], 0.4))
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      const x = column * size
      const y = row * size
      const colour = at(colours, random.integer(colours.length))
      const other = at(colours, random.integer(colours.length))
      const turn = `transform="rotate(${random.integer(4) * 90} ${round(x + size / 2)} ${round(y + size / 2)})"`
      drawn += rect(x, y, size + 0.5, size + 0.5, lighter(other, 0.55))
      const form = random.integer(4)
      if (form === 0)
        drawn += path(
          `M${round(x)} ${round(y)}h${round(size)}a${round(size)} ${round(size)} 0 0 1 ${round(-size)} ${round(size)}z`,
          colour,
          turn,
        )
      else if (form === 1)
        drawn += polygon(
          [
            { x, y },
            { x: x + size, y },
            { x, y: y + size },
          ],
          colour,
          turn,
        )
      else if (form === 2)
        drawn +=
          circle(x + size / 2, y + size / 2, size * 0.36, colour) +
          circle(x + size / 2, y + size / 2, size * 0.16, lighter(other, 0.55))
      else
        drawn += path(
          `M${round(x)} ${round(y + size)}a${round(size / 2)} ${round(size / 2)} 0 0 1 ${round(size)} 0z`,
          colour,
          turn,
        )
    }
  return drawn
}

/** Circles within circles, as stones thrown into water make them. */
const rings = ({ random, detail, palette }: Canvas, colours: readonly Colour[]): string => {
  let drawn = rect(0, 0, SIDE, SIDE, darker(palette.sky[0], 0.45))
  for (let i = 0; i < 5 + detail * 3; i++) {
    const x = random.between(20, 364)
    const y = random.between(20, 340)
    const outer = random.between(40, 110) / (1 + i * 0.08)
    const count = 3 + detail * 2
    for (let ring = 0; ring < count; ring++)
      drawn += circle(x, y, (outer * (count - ring)) / count, at(colours, i + ring), 'opacity="0.88"')
  }
  return drawn
}

/** Soft hills of colour, one before the other. */
const bands = ({ random, detail, palette }: Canvas, colours: readonly Colour[]): string => {
  let drawn =
    rect(0, 0, SIDE, SIDE, lighter(palette.sky[1], 0.3)) +
    circle(random.between(90, 300), random.between(70, 130), random.between(32, 60), palette.light)
  const count = 6 + detail * 3
  for (let i = 0; i < count; i++) {
    const y = 90 + (i * 290) / count
    const swing = random.between(20, 60)
    const colour = mix(at(colours, i), palette.sky[2], 0.5 - (0.5 * i) / count)
    drawn += path(
      `M0 ${round(y)}C100 ${round(y - swing)} 130 ${round(y + swing)} 210 ${round(y)}S330 ${round(y - swing)} 384 ${round(y + random.between(-20, 20))}V384H0Z`,
      colour,
    )
    if (detail === 2)
      drawn += stroke(
        `M0 ${round(y + 9)}C100 ${round(y - swing + 9)} 130 ${round(y + swing + 9)} 210 ${round(y + 9)}S330 ${round(y - swing + 9)} 384 ${round(y + 9)}`,
        lighter(colour, 0.25),
        1.6,
      )
  }
  return drawn
}

/** Triangles in every direction, like coloured glass. */
const shards = ({ random, detail, palette }: Canvas, colours: readonly Colour[]): string => {
  const cells = 4 + detail * 2
  const size = SIDE / cells
  const corners = Array.from({ length: (cells + 1) * (cells + 1) }, (_, index) => {
    const column = index % (cells + 1)
    const row = Math.floor(index / (cells + 1))
    const inside = (position: number): number =>
      position === 0 || position === cells ? 0 : random.between(-0.32, 0.32) * size
    return { x: column * size + inside(column), y: row * size + inside(row) }
  })
  const corner = (column: number, row: number) => corners[row * (cells + 1) + column] ?? { x: 0, y: 0 }
  let drawn = ''
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      const share = (row + column) / (2 * cells)
      const colour = (): Colour =>
        mix(
          mix(at(colours, 0), at(colours, 2), share),
          at(colours, random.integer(colours.length)),
          random.between(0.1, 0.5),
        )
      const [a, b, c, d] = [
        corner(column, row),
        corner(column + 1, row),
        corner(column + 1, row + 1),
        corner(column, row + 1),
      ]
      const edge = `stroke="${lighter(palette.light, 0.4)}" stroke-width="${detail === 0 ? 0 : 1.2}"`
      drawn += polygon([a, b, d], colour(), edge) + polygon([b, c, d], colour(), edge)
    }
  return drawn
}

/** Round stones that do not touch. */
const pebbles = ({ random, detail, palette }: Canvas, colours: readonly Colour[]): string => {
  let drawn = rect(0, 0, SIDE, SIDE, lighter(palette.sky[2], 0.25))
  const laid: { readonly x: number; readonly y: number; readonly radius: number }[] = []
  for (let attempt = 0; attempt < 400 + detail * 500; attempt++) {
    const x = random.between(0, SIDE)
    const y = random.between(0, SIDE)
    const room = Math.min(64, ...laid.map((stone) => Math.hypot(stone.x - x, stone.y - y) - stone.radius - 4))
    if (room < 5) continue
    const radius = Math.min(room, random.between(10, 64))
    laid.push({ x, y, radius })
    const colour = at(colours, laid.length)
    drawn += circle(x, y, radius, colour)
    if (detail > 0)
      drawn += circle(x - radius * 0.22, y - radius * 0.24, radius * 0.55, lighter(colour, 0.22))
    if (detail === 2 && radius > 18)
      drawn += circle(x, y, radius * 0.78, 'none', `stroke="${darker(colour, 0.15)}" stroke-width="1.4"`)
  }
  return drawn
}
