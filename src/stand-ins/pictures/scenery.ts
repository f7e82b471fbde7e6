import type { Random } from '../random.js'
import type { Canvas } from './backdrop.js'
import { type Colour, darker, lighter } from './colours.js'
import { circle, path, polygon, rect, round, SIDE, stroke } from './shapes.js'

/** Hills as one wave: from the left edge to the right, filled down to the foot. */
export const ridge = (random: Random, level: number, height: number, waves: number, fill: Colour): string => {
  const step = SIDE / waves
  let d = `M0 ${SIDE}L0 ${round(level + random.between(-height, height) * 0.5)}`
  for (let i = 0; i < waves; i++) {
    const up = level - random.between(0.3, 1) * height
    const down = level + random.between(0.1, 0.7) * height
    d += `C${round(i * step + step * 0.3)} ${round(up)} ${round(i * step + step * 0.6)} ${round(i % 2 === 0 ? up : down)} ${round((i + 1) * step)} ${round(level + random.between(-0.5, 0.5) * height)}`
  }
  return path(`${d}L${SIDE} ${SIDE}Z`, fill)
}

export const peaks = (
  { random, palette, detail }: Canvas,
  level: number,
  height: number,
  count: number,
  fill: Colour,
): string => {
  let drawn = ''
  for (let i = 0; i < count; i++) {
    const x = ((i + random.between(0.2, 0.8)) * SIDE) / count
    const top = level - height * random.between(0.65, 1)
    const half = random.between(70, 115)
    drawn += polygon(
      [
        { x: x - half, y: level + 40 },
        { x, y: top },
        { x: x + half, y: level + 40 },
      ],
      fill,
    )
    if (detail > 0)
      drawn += polygon(
        [
          { x, y: top },
          { x: x + half, y: level + 40 },
          { x: x + half * 0.25, y: level + 40 },
        ],
        darker(fill, 0.16),
      )
    const cap = (level + 40 - top) * 0.26
    const width = (half * cap) / (level + 40 - top)
    drawn += path(
      `M${round(x)} ${round(top)}L${round(x + width)} ${round(top + cap)}L${round(x + width * 0.4)} ${round(top + cap * 0.75)}L${round(x)} ${round(top + cap * 1.05)}L${round(x - width * 0.45)} ${round(top + cap * 0.75)}L${round(x - width)} ${round(top + cap)}Z`,
      palette.dark ? '#b9c3ea' : '#fbfdff',
    )
  }
  return drawn
}

/** A small tree of the scenery, its foot at the point. */
export const smallTree = (
  x: number,
  y: number,
  size: number,
  leaf: Colour,
  pointed: boolean,
  detail: number,
): string => {
  const trunk = rect(x - size * 0.07, y - size * 0.35, size * 0.14, size * 0.36, '#7a5238')
  if (pointed) {
    let drawn = trunk
    for (let level = 0; level < 3; level++) {
      const foot = y - size * (0.22 + level * 0.26)
      const half = size * (0.36 - level * 0.08)
      drawn += polygon(
        [
          { x: x - half, y: foot },
          { x, y: foot - size * 0.46 },
          { x: x + half, y: foot },
        ],
        level % 2 === 0 ? leaf : lighter(leaf, 0.08),
      )
    }
    return drawn
  }
  const crown =
    circle(x, y - size * 0.66, size * 0.33, leaf) +
    circle(x - size * 0.2, y - size * 0.5, size * 0.22, leaf) +
    circle(x + size * 0.21, y - size * 0.52, size * 0.23, leaf)
  const shine = detail > 0 ? circle(x - size * 0.1, y - size * 0.76, size * 0.15, lighter(leaf, 0.18)) : ''
  return trunk + crown + shine
}

export const scatterFlowers = ({ random, palette, detail }: Canvas, count: number, from: number): string => {
  let drawn = ''
  for (let i = 0; i < count; i++) {
    const x = random.between(6, SIDE - 6)
    const y = random.between(from, 352)
    const size = 2.2 + ((y - from) / (352 - from)) * 3
    const colour = palette.accents[random.integer(4)] ?? palette.accents[0]
    if (detail === 0) drawn += circle(x, y, size, colour)
    else {
      drawn += stroke(`M${round(x)} ${round(y)}v${round(size * 2.4)}`, darker(palette.near, 0.2), 1.3)
      for (let petal = 0; petal < 5; petal++) {
        const angle = (petal * 2 * Math.PI) / 5
        drawn += circle(
          x + Math.cos(angle) * size * 0.75,
          y + Math.sin(angle) * size * 0.75,
          size * 0.6,
          colour,
        )
      }
      drawn += circle(x, y, size * 0.5, palette.light)
    }
  }
  return drawn
}

export const grass = ({ random, palette, detail }: Canvas, from: number): string => {
  if (detail === 0) return ''
  let d = ''
  for (let i = 0; i < 40 + detail * 60; i++) {
    const x = random.between(0, SIDE)
    const y = random.between(from, SIDE)
    d += `M${round(x)} ${round(y)}q${round(random.between(-2, 2))} -4 ${round(random.between(-3, 3))} ${round(-random.between(5, 9))}`
  }
  return stroke(d, darker(palette.near, 0.14), 1.2, 'opacity="0.8"')
}

export const waves = ({ random, detail }: Canvas, from: number, to: number, colour: Colour): string => {
  let d = ''
  const rows = 4 + detail * 4
  for (let row = 0; row < rows; row++) {
    const y = from + ((row + 0.5) * (to - from)) / rows
    for (let i = 0; i < 3 + detail; i++) {
      const length = random.between(10, 20) * (1 + row / rows)
      d += `M${round(random.between(0, SIDE))} ${round(y)}q${round(length / 4)} -3 ${round(length / 2)} 0t${round(length / 2)} 0`
    }
  }
  return stroke(d, colour, 1.8, 'opacity="0.6"')
}

export const palm = (x: number, y: number, lean: 1 | -1, leaf: Colour): string => {
  const topX = x + lean * 26
  const topY = y - 116
  let leaves = ''
  for (const [dx, dy] of [
    [-48, 6],
    [-40, -22],
    [-8, -38],
    [32, -30],
    [50, -2],
    [38, 26],
    [-30, 30],
  ] as const)
    leaves += path(
      `M${round(topX)} ${round(topY)}Q${round(topX + dx * 0.5)} ${round(topY + dy * 0.5 - 14)} ${round(topX + dx)} ${round(topY + dy)}Q${round(topX + dx * 0.5)} ${round(topY + dy * 0.5 + 2)} ${round(topX)} ${round(topY)}Z`,
      leaf,
    )
  return (
    stroke(
      `M${round(x)} ${round(y)}Q${round(x + lean * 2)} ${round(y - 64)} ${round(topX)} ${round(topY)}`,
      '#9a7048',
      9,
    ) +
    leaves +
    circle(topX - 4, topY + 6, 5, '#7a5238') +
    circle(topX + 6, topY + 7, 5, '#7a5238')
  )
}
