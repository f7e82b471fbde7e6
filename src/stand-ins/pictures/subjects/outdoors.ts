import { type Colour, darker, lighter, mix } from '../colours.js'
import { circle, ellipse, path, polygon, rect, stroke } from '../shapes.js'
import type { DrawSubject } from './subject.js'

const flower: DrawSubject = ({ colour, detail, random }) => {
  const petals = 6 + random.integer(4)
  let head = ''
  for (let i = 0; i < petals; i++)
    head += `<g transform="translate(0 -18) rotate(${Math.round((i * 360) / petals)})">${ellipse(0, -17, 8, 14, i % 2 === 0 ? colour : lighter(colour, 0.14))}</g>`
  return (
    stroke('M0 -10Q4 20 0 50', '#4f9d5d', 5) +
    path('M1 28Q26 22 30 4Q6 6 1 28Z', '#5fae62') +
    path('M0 38Q-24 34 -28 16Q-6 18 0 38Z', '#5fae62') +
    head +
    circle(0, -18, 11, '#f7c948') +
    (detail > 0 ? circle(-3, -21, 3, lighter('#f7c948', 0.5)) : '')
  )
}

const tree: DrawSubject = ({ colour, accent, detail }) =>
  path('M-8 50Q-5 26 -6 10H6Q5 26 9 50Z', '#8a5f3f') +
  circle(-22, -2, 19, darker(colour, 0.1)) +
  circle(22, -2, 19, darker(colour, 0.1)) +
  circle(0, -22, 27, colour) +
  circle(-14, -8, 18, colour) +
  circle(14, -6, 18, colour) +
  (detail > 0 ? circle(-8, -30, 12, lighter(colour, 0.16)) : '') +
  (detail === 2
    ? circle(-18, 0, 4, accent) +
      circle(12, -16, 4, accent) +
      circle(20, 4, 4, accent) +
      circle(-4, -34, 4, accent)
    : '')

const cactus: DrawSubject = ({ colour, accent, detail }) =>
  stroke('M-2 8H-28V-14', colour, 13) +
  stroke('M2 18H28V-6', colour, 13) +
  rect(-12, -42, 24, 92, colour, 12) +
  (detail > 0 ? stroke('M-4 -32V44M4 -32V44', darker(colour, 0.2), 1.6) : '') +
  circle(0, -44, 7, accent) +
  circle(0, -44, 3, '#f7c948')

const mushroom: DrawSubject = ({ colour, detail }) =>
  path('M-15 50Q-11 20 -13 4H13Q11 20 15 50Z', '#fbf1de') +
  (detail > 0 ? path('M4 50Q6 20 5 4H13Q11 20 15 50Z', '#e6d7ba') : '') +
  path('M-46 8Q-42 -44 0 -44Q42 -44 46 8Q0 20 -46 8Z', colour) +
  circle(-20, -16, 8, '#fffaf0') +
  circle(12, -24, 9.4, '#fffaf0') +
  circle(28, -4, 6, '#fffaf0') +
  circle(-6, 0, 5, '#fffaf0') +
  circle(-36, 0, 4, '#fffaf0')

const house: DrawSubject = ({ colour, accent, detail }) =>
  rect(20, -40, 11, 24, darker(colour, 0.3)) +
  rect(-34, -8, 68, 58, lighter(colour, 0.45)) +
  (detail > 0 ? rect(4, -8, 30, 58, lighter(colour, 0.3)) : '') +
  polygon(
    [
      { x: -46, y: -6 },
      { x: 0, y: -46 },
      { x: 46, y: -6 },
    ],
    colour,
  ) +
  (detail > 0
    ? polygon(
        [
          { x: 0, y: -46 },
          { x: 46, y: -6 },
          { x: 6, y: -6 },
        ],
        darker(colour, 0.15),
      )
    : '') +
  rect(-8, 18, 18, 32, accent, 3) +
  circle(6, 35, 1.8, '#fdf6d8') +
  rect(-27, 4, 14, 15, '#bfe3f2', 2) +
  rect(16, 4, 14, 15, '#ffe7a0', 2) +
  (detail > 0
    ? stroke('M-20 4v15M-27 11.5h14M23 4v15M16 11.5h14', '#ffffff', 1.8) + circle(0, -22, 6, '#ffe7a0')
    : '')

const castle: DrawSubject = ({ colour, accent, detail }) => {
  const battlements = (x: number, y: number, count: number): string =>
    Array.from({ length: count }, (_, i) => rect(x + i * 9, y, 6, 7, colour)).join('')
  const roof = (x: number, y: number, half: number): string =>
    polygon(
      [
        { x: x - half, y },
        { x, y: y - 24 },
        { x: x + half, y },
      ],
      accent,
    ) +
    stroke(`M${x} ${y - 24}v-9`, '#6b4a33', 1.8) +
    polygon(
      [
        { x, y: y - 33 },
        { x: x + 10, y: y - 30 },
        { x, y: y - 27 },
      ],
      '#e5484d',
    )
  return (
    rect(-42, -8, 20, 58, darker(colour, 0.1)) +
    rect(22, -8, 20, 58, darker(colour, 0.1)) +
    rect(-24, 4, 48, 46, colour) +
    battlements(-22, -2, 5) +
    rect(-11, -24, 22, 30, lighter(colour, 0.12)) +
    roof(-32, -8, 13) +
    roof(32, -8, 13) +
    roof(0, -24, 15) +
    path('M-10 50V30Q-10 20 0 20Q10 20 10 30V50Z', '#5b4030') +
    rect(-35, 8, 6, 10, '#ffe7a0', 3) +
    rect(29, 8, 6, 10, '#ffe7a0', 3) +
    rect(-3, -16, 6, 10, '#ffe7a0', 3) +
    (detail > 0
      ? stroke('M-18 12h8M10 14h8M-16 40h5M12 36h7M-40 30h6M30 34h7', darker(colour, 0.22), 1.8)
      : '')
  )
}

const lighthouse: DrawSubject = ({ colour, detail }) =>
  path('M-44 50Q-30 34 -14 38Q4 32 22 38Q38 36 46 50Z', '#8b8794') +
  polygon(
    [
      { x: -17, y: 42 },
      { x: -10, y: -22 },
      { x: 10, y: -22 },
      { x: 17, y: 42 },
    ],
    '#fbf8f0',
  ) +
  polygon(
    [
      { x: -15.4, y: 28 },
      { x: -13.6, y: 12 },
      { x: 13.6, y: 12 },
      { x: 15.4, y: 28 },
    ],
    colour,
  ) +
  polygon(
    [
      { x: -12, y: -4 },
      { x: -10.6, y: -18 },
      { x: 10.6, y: -18 },
      { x: 12, y: -4 },
    ],
    colour,
  ) +
  rect(-14, -26, 28, 5, darker(colour, 0.4), 2) +
  rect(-8, -40, 16, 14, '#ffe7a0') +
  polygon(
    [
      { x: -12, y: -40 },
      { x: 0, y: -52 },
      { x: 12, y: -40 },
    ],
    colour,
  ) +
  (detail > 0
    ? polygon(
        [
          { x: 8, y: -34 },
          { x: 58, y: -48 },
          { x: 58, y: -18 },
        ],
        '#fff3c4',
        'opacity="0.45"',
      ) +
      polygon(
        [
          { x: -8, y: -34 },
          { x: -58, y: -48 },
          { x: -58, y: -18 },
        ],
        '#fff3c4',
        'opacity="0.45"',
      )
    : '') +
  rect(-4, 30, 8, 12, '#6b4a33', 3)

const train: DrawSubject = ({ colour, accent, detail }) =>
  rect(-44, -24, 34, 46, colour, 4) +
  rect(-48, -30, 42, 8, darker(colour, 0.3), 3) +
  rect(-38, -16, 22, 18, '#cfeaf5', 2) +
  rect(-12, -6, 50, 28, lighter(colour, 0.12), 10) +
  rect(16, -26, 11, 22, darker(colour, 0.35), 2) +
  rect(12, -32, 19, 8, accent, 2) +
  (detail > 0
    ? circle(24, -42, 6, '#ffffff', 'opacity="0.85"') + circle(12, -50, 8, '#ffffff', 'opacity="0.65"')
    : '') +
  rect(-46, 20, 88, 8, darker(colour, 0.4), 3) +
  polygon(
    [
      { x: 40, y: 22 },
      { x: 52, y: 44 },
      { x: 38, y: 44 },
    ],
    '#6b7082',
  ) +
  [-32, -8, 14, 32]
    .map((x) => circle(x, 38, x === -32 ? 12 : 9, '#2f3142') + circle(x, 38, 4, accent))
    .join('') +
  circle(37, 6, 4, '#ffe7a0')

const boat: DrawSubject = ({ colour, accent, detail }) =>
  stroke('M0 20V-46', '#7a5238', 4) +
  path('M4 -44Q40 -16 38 14H4Z', '#fffaf0') +
  path('M-4 -36Q-30 -10 -30 14H-4Z', accent) +
  (detail > 0 ? path('M4 -14Q30 -10 34 -2L38 14H4Z', lighter(accent, 0.35)) : '') +
  polygon(
    [
      { x: 0, y: -50 },
      { x: 14, y: -46 },
      { x: 0, y: -41 },
    ],
    colour,
  ) +
  path('M-46 20H46Q38 48 22 48H-22Q-38 48 -46 20Z', colour) +
  path('M-43 28H43L40 34H-40Z', lighter(colour, 0.5))

const car: DrawSubject = ({ colour, detail }) =>
  path('M-30 8Q-24 -22 -8 -22H12Q24 -22 34 8Z', lighter(colour, 0.12)) +
  path('M-22 6Q-18 -15 -8 -15H0V6Z', '#cfeaf5') +
  path('M5 6V-15H11Q20 -15 26 6Z', '#cfeaf5') +
  path('M-48 34V16Q-46 6 -32 5H34Q48 8 48 20V34Q48 38 44 38H-44Q-48 38 -48 34Z', colour) +
  circle(-27, 38, 12, '#2f3142') +
  circle(27, 38, 12, '#2f3142') +
  circle(-27, 38, 5, '#d5dbe6') +
  circle(27, 38, 5, '#d5dbe6') +
  circle(44, 18, 4, '#ffe7a0') +
  (detail > 0
    ? rect(-3, 12, 9, 3, darker(colour, 0.3), 1.5) +
      stroke('M2 6V34', darker(colour, 0.2), 1.5) +
      rect(-48, 18, 5, 7, '#e5484d', 2)
    : '')

const rocket: DrawSubject = ({ colour, accent, detail }) =>
  `<g transform="rotate(18)">${
    path('M-9 32Q-14 50 0 62Q14 50 9 32Z', '#f9a23a') +
    path('M-5 32Q-7 44 0 51Q7 44 5 32Z', '#ffe27a') +
    path('M-17 8Q-38 20 -34 42L-14 30Z', accent) +
    path('M17 8Q38 20 34 42L14 30Z', accent) +
    path('M0 -54Q30 -22 18 32H-18Q-30 -22 0 -54Z', '#f4f6fb') +
    (detail > 0 ? path('M0 -54Q30 -22 18 32H6Q18 -20 0 -54Z', '#d8deea') : '') +
    path('M0 -54Q14 -40 19 -22H-19Q-14 -40 0 -54Z', colour) +
    circle(0, -4, 11, accent) +
    circle(0, -4, 7.4, '#bfe3f2') +
    (detail > 0 ? circle(-2.4, -6.4, 2.4, '#ffffff') : '') +
    rect(-18, 24, 36, 8, darker(colour, 0.1), 3)
  }</g>`

const planet: DrawSubject = ({ colour, accent, detail }) =>
  circle(0, 0, 36, colour) +
  path('M-34 -12Q0 -2 34 -12L36 2Q0 12 -36 2Z', lighter(colour, 0.25)) +
  path('M-31 18Q0 26 31 18L24 27Q0 32 -24 27Z', lighter(colour, 0.14)) +
  (detail > 0
    ? circle(14, -20, 5, darker(colour, 0.14)) +
      path('M0 -36A36 36 0 0 1 0 36A46 46 0 0 0 0 -36Z', mix(colour, '#1a1440', 0.35), 'opacity="0.6"')
    : '') +
  `<g transform="rotate(-16)">${path('M-36 2C-70 14 -50 26 0 22C50 18 70 2 36 -4C58 2 44 12 0 14C-44 16 -54 8 -36 2Z', accent)}</g>`

export const OUTDOORS = {
  flower: { natural: '', draw: flower },
  tree: { natural: '#5fae62', draw: tree },
  cactus: { natural: '#4f9d6d', draw: cactus },
  mushroom: { natural: '#e0483f', draw: mushroom },
  house: { natural: '', draw: house },
  castle: { natural: '#b9b4c6', draw: castle },
  lighthouse: { natural: '#d9483b', draw: lighthouse },
  train: { natural: '', draw: train },
  boat: { natural: '', draw: boat },
  car: { natural: '', draw: car },
  rocket: { natural: '', draw: rocket },
  planet: { natural: '', draw: planet },
} as const satisfies Record<string, { readonly natural: Colour; readonly draw: DrawSubject }>
