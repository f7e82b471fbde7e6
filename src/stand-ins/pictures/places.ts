import type { Canvas } from './backdrop.js'
import { darker, lighter, mix } from './colours.js'
import { grass, palm, peaks, ridge, scatterFlowers, smallTree, waves } from './scenery.js'
import { circle, ellipse, path, polygon, rect, round, SIDE, stroke } from './shapes.js'
import type { Place } from './vocabulary.js'

/** The land that a picture takes place in. */
export const drawPlace = (canvas: Canvas): string => {
  const { place } = canvas.plan
  return place === null ? '' : PLACES[place](canvas)
}

const withMountains = (canvas: Canvas, level: number): string =>
  canvas.plan.weather.has('mountains') ? peaks(canvas, level, 130, 4, canvas.palette.far) : ''

const PLACES: { readonly [Where in Place]: (canvas: Canvas) => string } = {
  meadow: (canvas) => {
    const { random, palette, detail, plan } = canvas
    const trees = plan.weather.has('trees') ? 7 : detail + 1
    let drawn = withMountains(canvas, 240) + ridge(random, 246, 34, 3, palette.far)
    for (let i = 0; i < trees; i++)
      drawn += smallTree(
        random.between(10, 374),
        random.between(244, 268),
        random.between(30, 56),
        darker(palette.near, 0.12),
        random.chance(0.3),
        detail,
      )
    drawn += ridge(random, 284, 20, 2, palette.near)
    return (
      drawn +
      grass(canvas, 292) +
      scatterFlowers(canvas, plan.weather.has('flowers') ? 40 : 6 + detail * 7, 298)
    )
  },
  sea: (canvas) => {
    const { random, palette, detail } = canvas
    const glitter = detail > 0 ? ellipse(192, 262, 46, 70, 'url(#glow)', 'opacity="0.5"') : ''
    return (
      withMountains(canvas, 210) +
      (random.chance(0.5) ? ridge(random, 214, 14, 2, mix(palette.far, palette.sky[2], 0.35)) : '') +
      rect(0, 220, SIDE, SIDE - 220, palette.far) +
      ridge(random, 286, 8, 6, mix(palette.far, palette.near, 0.5)) +
      ridge(random, 326, 9, 5, palette.near) +
      glitter +
      waves(canvas, 228, 350, lighter(palette.far, 0.55))
    )
  },
  beach: (canvas) => {
    const { random, palette, detail } = canvas
    const sea = rect(0, 208, SIDE, 120, palette.far) + waves(canvas, 214, 268, lighter(palette.far, 0.55))
    const foam = path('M0 276Q70 262 140 276T280 276T384 270V300H0Z', lighter(palette.far, 0.7))
    const sand = path('M0 284Q70 270 140 284T280 284T384 278V384H0Z', palette.near)
    let palms = ''
    for (let i = 0; i < 1 + (detail > 0 ? 1 : 0); i++) {
      const x = i === 0 ? random.between(24, 66) : random.between(318, 360)
      palms += palm(x, 306, i === 0 ? 1 : -1, mix('#4f9d5d', palette.near, palette.dark ? 0.4 : 0.05))
    }
    let shells = ''
    for (let i = 0; i < detail * 9; i++)
      shells += circle(
        random.between(8, 376),
        random.between(306, 352),
        random.between(1, 2.6),
        darker(palette.near, 0.14),
      )
    return sea + foam + sand + shells + palms
  },
  city: (canvas) => {
    const { random, palette, detail } = canvas
    const windows = palette.dark ? '#ffd97a' : lighter(palette.sky[0], 0.4)
    let drawn = ''
    for (const [row, colour] of [mix(palette.far, palette.sky[2], 0.45), palette.far].entries()) {
      let x = -8
      while (x < SIDE) {
        const width = random.between(26, 50)
        const top = random.between(row === 0 ? 80 : 130, row === 0 ? 190 : 225)
        drawn += rect(
          x,
          top,
          width - 2,
          SIDE - top,
          row === 0 ? colour : mix(colour, palette.accents[random.integer(4)] ?? colour, 0.22),
        )
        if (random.chance(0.3)) drawn += stroke(`M${round(x + width / 2)} ${round(top)}v-16`, colour, 2.4)
        if (row === 1 || detail === 2)
          for (let wy = top + 8; wy < 290; wy += 13)
            for (let wx = x + 5; wx < x + width - 9; wx += 10)
              if (random.chance(palette.dark ? 0.55 : 0.75))
                drawn += rect(wx, wy, 5, 7, windows, 0.8, `opacity="${row === 0 ? 0.4 : 0.85}"`)
        x += width
      }
    }
    const street =
      rect(0, 300, SIDE, 84, darker(palette.near, 0.2)) + rect(0, 296, SIDE, 8, lighter(palette.near, 0.3))
    let lines = ''
    for (let x = 6; x < SIDE; x += 54) lines += rect(x, 334, 28, 4, '#f5efd8', 2, 'opacity="0.8"')
    return drawn + street + lines
  },
  mountain: (canvas) => {
    const { random, palette, detail } = canvas
    let drawn =
      peaks(canvas, 230, 170, 3, mix(palette.far, palette.sky[2], 0.4)) +
      peaks(canvas, 250, 150, 3, palette.far)
    drawn += ridge(random, 284, 26, 3, darker(palette.near, 0.1))
    for (let i = 0; i < 5 + detail * 5; i++)
      drawn += smallTree(
        random.between(0, 384),
        random.between(284, 312),
        random.between(26, 46),
        darker(palette.near, 0.26),
        true,
        detail,
      )
    return drawn + ridge(random, 316, 14, 2, palette.near) + grass(canvas, 318)
  },
  forest: (canvas) => {
    const { random, palette, detail } = canvas
    let drawn = ridge(random, 210, 20, 3, mix(palette.far, palette.sky[2], 0.5))
    for (let row = 0; row < 3; row++) {
      const y = 240 + row * 26
      const leaf = mix(palette.far, palette.near, row / 2)
      const count = 7 + detail
      for (let i = 0; i < count; i++)
        drawn += smallTree(
          ((i + random.between(0.1, 0.9)) * SIDE) / count,
          y,
          random.between(92, 142) + row * 8,
          row === 0 ? mix(leaf, palette.sky[2], 0.3) : leaf,
          random.chance(0.65),
          detail,
        )
      drawn += ridge(random, y, 8, 4, mix(palette.far, palette.near, row / 2))
    }
    return (
      drawn +
      ridge(random, 304, 10, 2, palette.near) +
      grass(canvas, 306) +
      scatterFlowers(canvas, 4 + detail * 3, 312)
    )
  },
  desert: (canvas) => {
    const { random, palette, detail } = canvas
    let drawn =
      ridge(random, 236, 30, 2, mix(palette.far, palette.sky[2], 0.3)) +
      ridge(random, 268, 36, 2, palette.far)
    for (let i = 0; i < 2 + detail; i++) {
      const x = random.between(20, 364)
      const y = random.between(276, 296)
      const green = mix('#4f9d6d', palette.near, 0.25)
      drawn +=
        rect(x - 4, y - 40, 8, 42, green, 4) +
        stroke(`M${round(x)} ${round(y - 16)}h-12v-12`, green, 6) +
        stroke(`M${round(x)} ${round(y - 22)}h12v-10`, green, 6)
    }
    drawn += ridge(random, 302, 22, 2, palette.near)
    if (detail > 0)
      drawn += stroke(
        'M20 346q60 -12 120 0t120 0t110 -6M60 364q50 -8 100 0t100 0',
        darker(palette.near, 0.12),
        1.6,
        'opacity="0.7"',
      )
    return drawn
  },
  snow: (canvas) => {
    const { random, palette, detail } = canvas
    let drawn =
      peaks(canvas, 226, 120, 3, mix(palette.far, palette.sky[0], 0.35)) +
      ridge(random, 258, 24, 3, darker(palette.far, 0.08))
    for (let i = 0; i < 5 + detail * 3; i++) {
      const x = random.between(6, 378)
      const y = random.between(258, 288)
      const size = random.between(40, 74)
      drawn += smallTree(x, y, size, mix('#3f7a66', palette.sky[1], 0.25), true, detail)
      drawn += polygon(
        [
          { x: x - size * 0.1, y: y - size * 0.98 },
          { x, y: y - size * 1.2 },
          { x: x + size * 0.1, y: y - size * 0.98 },
        ],
        '#ffffff',
      )
    }
    return drawn + ridge(random, 296, 18, 2, palette.near)
  },
  space: ({ random, palette, detail, plan }) => {
    let drawn = ''
    if (!plan.weather.has('moon') && !plan.subjects.some(({ kind }) => kind === 'planet')) {
      const colour = palette.accents[1]
      drawn += circle(random.between(300, 350), random.between(50, 100), random.between(20, 34), colour)
      if (detail > 0)
        drawn += circle(
          random.between(40, 80),
          random.between(200, 260),
          random.between(9, 15),
          palette.accents[2],
        )
    }
    return (
      drawn +
      path('M-20 384Q192 280 404 384Z', palette.far) +
      (detail > 0
        ? circle(120, 352, 10, darker(palette.far, 0.25)) +
          circle(236, 346, 15, darker(palette.far, 0.25)) +
          circle(300, 364, 7, darker(palette.far, 0.25))
        : '')
    )
  },
  underwater: (canvas) => {
    const { random, palette, detail } = canvas
    let drawn = ''
    for (let i = 0; i < 2 + detail * 2; i++) {
      const x = random.between(-20, 360)
      drawn += polygon(
        [
          { x, y: -10 },
          { x: x + 34, y: -10 },
          { x: x - 40, y: 330 },
          { x: x - 110, y: 330 },
        ],
        '#ffffff',
        'opacity="0.1"',
      )
    }
    drawn +=
      ridge(random, 300, 20, 3, mix(palette.far, palette.near, 0.25)) +
      ridge(random, 326, 14, 2, palette.near)
    for (let i = 0; i < 6 + detail * 4; i++) {
      const x = random.between(4, 380)
      const height = random.between(40, 110)
      const foot = random.between(322, 350)
      const sway = random.between(8, 16)
      drawn += stroke(
        `M${round(x)} ${round(foot)}q${round(sway)} ${round(-height / 4)} 0 ${round(-height / 2)}t0 ${round(-height / 2)}`,
        random.chance(0.6) ? '#2f9a74' : (palette.accents[random.integer(4)] ?? '#e4576e'),
        random.between(4, 8),
      )
    }
    for (let i = 0; i < 10 + detail * 12; i++)
      drawn += circle(
        random.between(6, 378),
        random.between(16, 310),
        random.between(2, 7),
        '#ffffff',
        'opacity="0.32"',
      )
    return drawn
  },
  room: ({ random, palette, detail }) => {
    const wall = palette.far
    let drawn = rect(0, 0, SIDE, 300, wall)
    if (detail > 0) for (let x = 12; x < SIDE; x += 32) drawn += rect(x, 0, 8, 292, lighter(wall, 0.14))
    drawn += rect(0, 286, SIDE, 14, lighter(wall, 0.5)) + rect(0, 300, SIDE, 84, palette.near)
    for (let y = 318; y < SIDE; y += 20) drawn += rect(0, y, SIDE, 2, darker(palette.near, 0.14))
    const x = random.chance(0.5) ? 44 : 238
    drawn +=
      rect(x - 7, 43, 116, 126, '#fbf6ec', 6) +
      rect(x, 50, 102, 112, palette.sky[1]) +
      (palette.dark ? circle(x + 70, 80, 14, palette.light) : circle(x + 72, 78, 15, '#ffe27a'))
    drawn += rect(x + 48, 50, 6, 112, '#fbf6ec') + rect(x, 103, 102, 6, '#fbf6ec')
    const other = x === 44 ? 236 : 54
    drawn +=
      rect(other, 66, 92, 66, '#8a6544', 4) +
      rect(other + 7, 73, 78, 52, lighter(palette.accents[1], 0.5)) +
      circle(other + 46, 104, 17, palette.accents[0])
    return drawn + ellipse(192, 346, 130, 24, palette.accents[2], 'opacity="0.75"')
  },
  studio: ({ random, palette, detail }) => {
    const style = random.integer(3)
    const pale = lighter(palette.sky[1], 0.35)
    let drawn = ''
    if (style === 0)
      for (let radius = 230; radius > 60; radius -= 34)
        drawn += circle(192, 176, radius, (radius / 34) % 2 > 1 ? pale : palette.sky[1], 'opacity="0.6"')
    else if (style === 1)
      for (let ray = 0; ray < 16; ray += 1) {
        const angle = (ray * Math.PI) / 8
        drawn += polygon(
          [
            { x: 192, y: 176 },
            { x: 192 + Math.cos(angle) * 330, y: 176 + Math.sin(angle) * 330 },
            { x: 192 + Math.cos(angle + 0.2) * 330, y: 176 + Math.sin(angle + 0.2) * 330 },
          ],
          pale,
          'opacity="0.5"',
        )
      }
    else
      for (let i = 0; i < 26 + detail * 14; i++)
        drawn += circle(
          random.between(0, 384),
          random.between(0, 384),
          random.between(3, 9),
          i % 3 === 0 ? palette.accents[1] : pale,
          'opacity="0.5"',
        )
    return drawn + circle(192, 176, 136, '#ffffff', 'opacity="0.5"')
  },
}
