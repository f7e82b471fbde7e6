import { type Colour, darker, lighter } from '../colours.js'
import { circle, ellipse, path, polygon, rect, starPoints, stroke } from '../shapes.js'
import { type DrawSubject, INK } from './subject.js'

const gem: DrawSubject = ({ colour, detail }) =>
  polygon(
    [
      { x: -26, y: -30 },
      { x: 26, y: -30 },
      { x: 46, y: -8 },
      { x: 0, y: 48 },
      { x: -46, y: -8 },
    ],
    colour,
  ) +
  polygon(
    [
      { x: -26, y: -30 },
      { x: -14, y: -8 },
      { x: -46, y: -8 },
    ],
    lighter(colour, 0.45),
  ) +
  polygon(
    [
      { x: -26, y: -30 },
      { x: 0, y: -30 },
      { x: -14, y: -8 },
    ],
    lighter(colour, 0.25),
  ) +
  polygon(
    [
      { x: 0, y: -30 },
      { x: 14, y: -8 },
      { x: -14, y: -8 },
    ],
    lighter(colour, 0.55),
  ) +
  polygon(
    [
      { x: 26, y: -30 },
      { x: 46, y: -8 },
      { x: 14, y: -8 },
    ],
    darker(colour, 0.1),
  ) +
  polygon(
    [
      { x: -14, y: -8 },
      { x: 14, y: -8 },
      { x: 0, y: 48 },
    ],
    lighter(colour, 0.18),
  ) +
  polygon(
    [
      { x: 14, y: -8 },
      { x: 46, y: -8 },
      { x: 0, y: 48 },
    ],
    darker(colour, 0.22),
  ) +
  (detail > 0 ? `<g transform="translate(-30 -32)">${polygon(starPoints(4, 11, 2.4), '#ffffff')}</g>` : '')

const coin: DrawSubject = ({ colour, detail }) =>
  circle(0, 0, 44, darker(colour, 0.25)) +
  circle(0, -3, 44, colour) +
  circle(0, -3, 34, darker(colour, 0.1)) +
  circle(0, -3, 31, lighter(colour, 0.15)) +
  polygon(
    starPoints(5, 22, 10).map(({ x, y }) => ({ x, y: y - 2 })),
    darker(colour, 0.18),
  ) +
  (detail > 0 ? stroke('M-33 -22Q-24 -36 -8 -40', '#ffffff', 4.4, 'opacity="0.8"') : '')

const chest: DrawSubject = ({ accent, second, detail }) =>
  path('M-40 4V-8Q-40 -34 -16 -34H16Q40 -34 40 -8V4Z', '#8a5a34') +
  path('M-36 2Q-24 -18 0 -14Q24 -18 36 2Z', '#f2c14e') +
  (detail > 0
    ? circle(-18, -7, 5, '#ffe08a') +
      circle(4, -10, 5, '#ffe08a') +
      polygon(
        [
          { x: 14, y: -6 },
          { x: 21, y: -15 },
          { x: 28, y: -6 },
          { x: 21, y: 2 },
        ],
        accent,
      ) +
      circle(-6, -3, 4, second)
    : '') +
  rect(-42, 2, 84, 44, '#a06a3e', 5) +
  rect(-42, 2, 84, 9, '#7a4d2c', 3) +
  rect(-32, 2, 9, 44, '#f2c14e') +
  rect(23, 2, 9, 44, '#f2c14e') +
  rect(-9, 4, 18, 20, '#f2c14e', 4) +
  circle(0, 12, 3.4, '#5b4030') +
  rect(-1.4, 12, 2.8, 7, '#5b4030')

const key: DrawSubject = ({ colour, accent, detail }) =>
  `<g transform="rotate(-35)">${
    circle(-24, 0, 21, colour) +
    circle(-24, 0, 10, darker(colour, 0.4)) +
    rect(-6, -5, 54, 10, colour, 3) +
    rect(28, 3, 7, 15, colour, 2) +
    rect(40, 3, 7, 12, colour, 2) +
    (detail > 0 ? circle(-24, 0, 6, accent) + stroke('M-38 -8Q-34 -17 -24 -18', lighter(colour, 0.6), 3) : '')
  }</g>`

const sword: DrawSubject = ({ colour, accent, detail }) =>
  `<g transform="rotate(38)">${
    path('M-8 18V-40L0 -56L8 -40V18Z', '#dfe6f0') +
    path('M0 18V-56L8 -40V18Z', '#b4c0d2') +
    (detail > 0 ? stroke('M-3 8V-36', '#ffffff', 1.8) : '') +
    rect(-22, 16, 44, 8, colour, 4) +
    rect(-5, 23, 10, 22, '#7a4a2b', 3) +
    (detail > 0 ? stroke('M-4 28l8 4M-4 34l8 4', '#c99a5b', 1.8) : '') +
    circle(0, 48, 6.4, accent)
  }</g>`

const shield: DrawSubject = ({ colour, accent, detail }) =>
  path('M0 -46Q20 -34 42 -34Q44 24 0 50Q-44 24 -42 -34Q-20 -34 0 -46Z', '#c8d0de') +
  path('M0 -37Q18 -27 34 -27Q36 19 0 40Q-36 19 -34 -27Q-18 -27 0 -37Z', colour) +
  path('M0 -37Q18 -27 34 -27Q36 19 0 40Z', darker(colour, 0.2)) +
  (detail > 0
    ? polygon(starPoints(5, 18, 8), accent)
    : rect(-5, -32, 10, 66, accent) + rect(-34, -7, 68, 10, accent))

const potion: DrawSubject = ({ colour, detail }) =>
  path('M-10 -30V-10Q-38 2 -38 24Q-38 50 0 50Q38 50 38 24Q38 2 10 -10V-30Z', '#e8f3fa', 'opacity="0.9"') +
  path('M-32 16Q-12 8 4 16T32 14Q36 45 0 45Q-36 45 -32 16Z', colour) +
  rect(-13, -36, 26, 8, '#cfe0ea', 3) +
  rect(-9, -50, 18, 16, '#a8754a', 4) +
  (detail > 0
    ? circle(-12, 28, 4, lighter(colour, 0.5)) +
      circle(8, 34, 5.4, lighter(colour, 0.5)) +
      circle(3, 22, 2.8, lighter(colour, 0.6)) +
      stroke('M-29 14Q-27 4 -18 0', '#ffffff', 3.6)
    : '')

const crown: DrawSubject = ({ colour, accent, second, detail }) =>
  path('M-40 34L-46 -22L-20 2L0 -38L20 2L46 -22L40 34Z', colour) +
  rect(-40, 26, 80, 16, darker(colour, 0.16), 4) +
  circle(-46, -24, 5.4, accent) +
  circle(0, -40, 6.4, accent) +
  circle(46, -24, 5.4, accent) +
  (detail > 0
    ? polygon(
        [
          { x: 0, y: 26 },
          { x: 7, y: 34 },
          { x: 0, y: 42 },
          { x: -7, y: 34 },
        ],
        second,
      ) +
      circle(-24, 34, 4, accent) +
      circle(24, 34, 4, accent) +
      stroke('M-34 20L-38 -6', lighter(colour, 0.6), 3)
    : '')

const apple: DrawSubject = ({ colour, detail }) =>
  path('M0 -20Q-46 -36 -40 10Q-34 48 -10 48Q-4 45 0 45Q4 45 10 48Q34 48 40 10Q46 -36 0 -20Z', colour) +
  stroke('M0 -20Q-2 -38 8 -46', '#7a5238', 4.4) +
  path('M4 -34Q20 -54 36 -40Q24 -24 4 -34Z', '#5fae62') +
  (detail > 0
    ? stroke('M-30 0Q-30 -14 -18 -16', lighter(colour, 0.6), 5) +
      path('M40 10Q34 48 10 48Q4 45 0 45Q30 40 38 -6Z', darker(colour, 0.2))
    : '')

const cake: DrawSubject = ({ colour, accent, second, detail }) => {
  let candles = ''
  for (const x of [-16, 0, 16])
    candles +=
      rect(x - 2.4, -36, 4.8, 20, x === 0 ? accent : second, 1) +
      path(`M${x} -48q6 8 0 12q-6 -4 0 -12Z`, '#f9b23a')
  const sprinkles =
    detail > 0
      ? [-24, -10, 6, 20]
          .map((x, i) => rect(x, 24 + (i % 2) * 8, 6, 2.6, [accent, second][i % 2] ?? accent, 1.3))
          .join('')
      : ''
  return (
    ellipse(0, 46, 48, 6, '#dfe6f0') +
    rect(-38, 8, 76, 38, lighter(colour, 0.35), 6) +
    rect(-27, -18, 54, 30, colour, 6) +
    path(
      'M-27 -12V-2Q-20 8 -14 -2Q-7 8 0 -2Q7 8 14 -2Q20 8 27 -2V-12Q27 -18 21 -18H-21Q-27 -18 -27 -12Z',
      '#fff6ee',
    ) +
    path(
      'M-38 14V22Q-29 32 -20 22Q-10 32 0 22Q10 32 20 22Q29 32 38 22V14Q38 8 32 8H-32Q-38 8 -38 14Z',
      '#fff6ee',
    ) +
    sprinkles +
    candles
  )
}

const icecream: DrawSubject = ({ colour, accent, second, detail }) =>
  polygon(
    [
      { x: -21, y: 6 },
      { x: 21, y: 6 },
      { x: 0, y: 50 },
    ],
    '#d9a05b',
  ) +
  (detail > 0 ? stroke('M-14 10L6 40M-4 8L12 26M14 10L-6 40M4 8L-12 26', '#b87f3e', 1.6) : '') +
  circle(-12, -4, 17, colour) +
  circle(13, -4, 17, second) +
  circle(0, -24, 18, accent) +
  circle(2, -45, 5.4, '#e5484d') +
  (detail > 0 ? stroke('M-9 -28Q-6 -36 2 -37', '#ffffff', 3, 'opacity="0.8"') : '')

const pizza: DrawSubject = ({ detail }) =>
  path('M-40 -34Q0 -54 40 -34L0 50Z', '#f4c95d') +
  path('M-44 -30Q0 -56 44 -30L40 -22Q0 -46 -40 -22Z', '#c98a4a') +
  circle(-10, -18, 8, '#d9483b') +
  circle(14, -10, 8, '#d9483b') +
  circle(-1, 12, 7, '#d9483b') +
  (detail > 0
    ? ellipse(-18, -4, 4, 2.4, '#4f9d5d') +
      ellipse(10, 6, 4, 2.4, '#4f9d5d') +
      ellipse(3, -24, 4, 2.4, '#4f9d5d')
    : '')

const cup: DrawSubject = ({ colour, detail }) =>
  stroke('M30 0Q54 -2 50 18Q46 32 28 28', colour, 7) +
  path('M-34 -12H34V24Q34 46 12 46H-12Q-34 46 -34 24Z', colour) +
  ellipse(0, -12, 34, 8, lighter(colour, 0.4)) +
  ellipse(0, -11, 28, 5.6, '#6b4026') +
  (detail > 0
    ? stroke(
        'M-14 -24q-6 -8 0 -14t0 -14M2 -24q-6 -8 0 -14t0 -14M18 -24q-6 -8 0 -14t0 -14',
        '#ffffff',
        3,
        'opacity="0.75"',
      ) + stroke('M-25 2V22', lighter(colour, 0.5), 4)
    : '')

const gift: DrawSubject = ({ colour, accent, detail }) =>
  rect(-36, -8, 72, 58, colour, 4) +
  rect(-42, -20, 84, 17, lighter(colour, 0.15), 4) +
  rect(-8, -20, 16, 70, accent) +
  path('M0 -20Q-34 -26 -26 -42Q-10 -50 0 -20Z', accent) +
  path('M0 -20Q34 -26 26 -42Q10 -50 0 -20Z', darker(accent, 0.12)) +
  (detail > 0
    ? rect(-36, -3, 72, 5, darker(colour, 0.2)) +
      circle(-22, 20, 3.4, lighter(colour, 0.4)) +
      circle(22, 30, 3.4, lighter(colour, 0.4)) +
      circle(-20, 38, 3.4, lighter(colour, 0.4)) +
      circle(21, 12, 3.4, lighter(colour, 0.4))
    : '')

const ball: DrawSubject = ({ colour, accent, second, detail }) =>
  circle(0, 4, 44, '#fbf8f0') +
  path('M0 4L-31 -27A44 44 0 0 1 12 -38Z', colour) +
  path('M0 4L40 -14A44 44 0 0 1 36 29Z', accent) +
  path('M0 4L8 47A44 44 0 0 1 -37 28Z', second) +
  circle(0, 4, 7, '#fbf8f0') +
  (detail > 0 ? stroke('M-34 -6Q-28 -24 -14 -31', '#ffffff', 4, 'opacity="0.8"') : '')

const book: DrawSubject = ({ colour, detail }) => {
  const lines =
    detail > 0
      ? stroke('M-38 -18h26M-38 -8h28M-38 2h22M-38 12h27M12 -18h26M12 -8h24M12 2h26M12 12h18', '#b9ad98', 2.4)
      : ''
  return (
    path('M-48 -32Q-22 -40 0 -28Q22 -40 48 -32V34Q22 26 0 38Q-22 26 -48 34Z', colour) +
    path('M-44 -35Q-20 -42 0 -30V32Q-20 20 -44 28Z', '#fffaf0') +
    path('M44 -35Q20 -42 0 -30V32Q20 20 44 28Z', '#f3ebdc') +
    lines
  )
}

const note: DrawSubject = ({ colour, accent, detail }) =>
  stroke('M-14 30V-34L32 -44V20', colour, 7) +
  polygon(
    [
      { x: -17, y: -37 },
      { x: 35, y: -48 },
      { x: 35, y: -32 },
      { x: -17, y: -21 },
    ],
    colour,
  ) +
  ellipse(-26, 32, 15, 12, colour) +
  ellipse(20, 22, 15, 12, colour) +
  (detail > 0
    ? circle(-30, 28, 4, lighter(colour, 0.5)) +
      circle(16, 18, 4, lighter(colour, 0.5)) +
      circle(-38, -28, 4, accent) +
      circle(-30, -6, 2.8, accent)
    : '')

const umbrella: DrawSubject = ({ colour, accent, detail }) =>
  stroke('M0 -6V36Q0 47 -9 47Q-16 46 -16 38', '#6b4a33', 4.4) +
  path(
    'M-48 2Q-44 -42 0 -44Q44 -42 48 2Q40 -8 32 2Q24 -8 16 2Q8 -8 0 2Q-8 -8 -16 2Q-24 -8 -32 2Q-40 -8 -48 2Z',
    colour,
  ) +
  path(
    'M-16 2Q-16 -32 0 -44Q16 -32 16 2Q8 -8 0 2Q-8 -8 -16 2Z',
    detail > 0 ? accent : lighter(colour, 0.25),
  ) +
  stroke('M0 -44v-5', '#6b4a33', 4)

const balloon: DrawSubject = ({ colour, accent, second, detail }) =>
  stroke('M-14 22L-9 36M14 22L9 36', INK, 1.4) +
  path('M0 -50C44 -50 46 2 14 24H-14C-46 2 -44 -50 0 -50Z', colour) +
  path('M0 -50C20 -50 20 2 7 24H-7C-20 2 -20 -50 0 -50Z', accent) +
  (detail > 0
    ? path('M-26 -42C-34 -20 -26 10 -14 24L-18 20C-40 0 -40 -32 -26 -42Z', second) +
      path('M26 -42C34 -20 26 10 14 24L18 20C40 0 40 -32 26 -42Z', second)
    : '') +
  rect(-10, 36, 20, 14, '#a8754a', 3)

export const THINGS = {
  gem: { natural: '', draw: gem },
  coin: { natural: '#f2c14e', draw: coin },
  chest: { natural: '#a06a3e', draw: chest },
  key: { natural: '#e9b949', draw: key },
  sword: { natural: '#e9b949', draw: sword },
  shield: { natural: '', draw: shield },
  potion: { natural: '', draw: potion },
  crown: { natural: '#f2c14e', draw: crown },
  apple: { natural: '#e5484d', draw: apple },
  cake: { natural: '#f08fb4', draw: cake },
  icecream: { natural: '', draw: icecream },
  pizza: { natural: '#f4c95d', draw: pizza },
  cup: { natural: '', draw: cup },
  gift: { natural: '', draw: gift },
  ball: { natural: '', draw: ball },
  book: { natural: '', draw: book },
  note: { natural: '', draw: note },
  umbrella: { natural: '', draw: umbrella },
  balloon: { natural: '', draw: balloon },
} as const satisfies Record<string, { readonly natural: Colour; readonly draw: DrawSubject }>
