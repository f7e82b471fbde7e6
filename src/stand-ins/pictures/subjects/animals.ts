import { type Colour, darker, isDark, lighter, mix } from '../colours.js'
import { circle, ellipse, group, path, polygon, rect, stroke } from '../shapes.js'
import { type DrawSubject, INK, type Pencil } from './subject.js'

type Ears = 'pointed' | 'floppy' | 'long' | 'round' | 'large' | 'folded'

interface Kind {
  readonly ears: Ears
  readonly natural: Colour
  readonly muzzle: 'snout' | 'nose' | 'mask'
  readonly tail: 'curved' | 'bushy' | 'ball' | 'thin' | 'curl'
}

export const eyes = (y: number, apart: number, size: number, detail: number): string =>
  [-1, 1]
    .map(
      (side) =>
        circle(side * apart, y, size, INK) +
        (detail > 0 ? circle(side * apart + size * 0.3, y - size * 0.35, size * 0.38, '#ffffff') : ''),
    )
    .join('')

const cheeks = (y: number, apart: number, detail: number): string =>
  detail > 0
    ? circle(-apart, y, 4, '#f08fb4', 'opacity="0.55"') + circle(apart, y, 4, '#f08fb4', 'opacity="0.55"')
    : ''

const EARS: { readonly [Kind in Ears]: (colour: Colour, inner: Colour) => string } = {
  pointed: (colour, inner) =>
    polygon(
      [
        { x: -27, y: -14 },
        { x: -24, y: -46 },
        { x: -4, y: -30 },
      ],
      colour,
    ) +
    polygon(
      [
        { x: 27, y: -14 },
        { x: 24, y: -46 },
        { x: 4, y: -30 },
      ],
      colour,
    ) +
    polygon(
      [
        { x: -22, y: -24 },
        { x: -21, y: -38 },
        { x: -11, y: -29 },
      ],
      inner,
    ) +
    polygon(
      [
        { x: 22, y: -24 },
        { x: 21, y: -38 },
        { x: 11, y: -29 },
      ],
      inner,
    ),
  floppy: (colour) =>
    path('M-18 -34Q-40 -34 -36 -2Q-28 6 -22 -8Z', darker(colour, 0.3)) +
    path('M18 -34Q40 -34 36 -2Q28 6 22 -8Z', darker(colour, 0.3)),
  long: (colour, inner) =>
    ellipse(-11, -44, 7, 21, colour, 'transform="rotate(-9 -11 -30)"') +
    ellipse(11, -44, 7, 21, colour, 'transform="rotate(9 11 -30)"') +
    ellipse(-11, -44, 3.4, 15, inner, 'transform="rotate(-9 -11 -30)"') +
    ellipse(11, -44, 3.4, 15, inner, 'transform="rotate(9 11 -30)"'),
  round: (colour, inner) =>
    circle(-21, -33, 9.5, colour) +
    circle(21, -33, 9.5, colour) +
    circle(-21, -33, 5, inner) +
    circle(21, -33, 5, inner),
  large: (colour, inner) =>
    circle(-25, -32, 15, colour) +
    circle(25, -32, 15, colour) +
    circle(-25, -32, 9.5, inner) +
    circle(25, -32, 9.5, inner),
  folded: (colour) =>
    polygon(
      [
        { x: -26, y: -20 },
        { x: -25, y: -42 },
        { x: -7, y: -32 },
      ],
      darker(colour, 0.15),
    ) +
    polygon(
      [
        { x: 26, y: -20 },
        { x: 25, y: -42 },
        { x: 7, y: -32 },
      ],
      darker(colour, 0.15),
    ),
}

const tailOf = (tail: Kind['tail'], colour: Colour): string => {
  switch (tail) {
    case 'curved':
      return stroke('M20 40Q48 40 42 14', colour, 8)
    case 'bushy':
      return (
        path('M16 44Q50 48 46 8Q34 16 22 30Z', colour) + path('M46 8Q50 24 44 28Q38 22 37 15Z', '#ffffff')
      )
    case 'ball':
      return circle(27, 36, 8, lighter(colour, 0.5))
    case 'thin':
      return stroke('M20 42Q44 46 46 26T40 8', mix(colour, '#f08fb4', 0.6), 3)
    case 'curl':
      return stroke('M24 34q12 0 12 -7t-7 -5t-1 7', colour, 3.4)
  }
}

/** An animal that sits and looks out of the picture. */
const sitting =
  ({ ears, natural, muzzle, tail }: Kind): DrawSubject =>
  (pencil: Pencil) => {
    const { detail, accent } = pencil
    const colour = pencil.colour === '' ? natural : pencil.colour
    const pale = lighter(colour, 0.62)
    const pink = '#f4a6b8'
    const nose =
      muzzle === 'snout'
        ? ellipse(0, -2, 11, 8, mix(colour, '#d9607e', 0.35)) +
          ellipse(-4, -2, 2, 3, INK) +
          ellipse(4, -2, 2, 3, INK)
        : muzzle === 'mask'
          ? path('M-26 -4Q-14 14 0 14Q14 14 26 -4Q10 -6 0 -12Q-10 -6 -26 -4Z', '#fdf6ec') +
            ellipse(0, -1, 4.4, 3.2, INK)
          : ellipse(0, 1, 13, 9, pale) +
            ellipse(0, -3, 3.8, 2.8, ears === 'floppy' || ears === 'round' ? INK : '#e0708c')
    const mouth = muzzle === 'snout' ? '' : stroke('M0 0v3M0 3q-4 5 -8 1M0 3q4 5 8 1', INK, 1.5)
    const whiskers =
      detail > 0 && (ears === 'pointed' || ears === 'large') && muzzle === 'nose'
        ? stroke('M-14 0l-20 -4M-14 3l-19 4M14 0l20 -4M14 3l19 4', darker(colour, 0.45), 1)
        : ''
    const collar =
      detail === 2
        ? path('M-17 11Q0 20 17 11L16 16Q0 25 -16 16Z', accent) + circle(0, 22, 3.4, '#f7cf46')
        : ''
    const body =
      tailOf(tail, colour) +
      path('M-25 50Q-29 8 0 6Q29 8 25 50Z', colour) +
      ellipse(0, 36, 13, 15, pale) +
      ellipse(-15, 47, 9, 5.5, lighter(colour, 0.12)) +
      ellipse(15, 47, 9, 5.5, lighter(colour, 0.12))
    const head = EARS[ears](colour, pink) + ellipse(0, -12, 31, 26, colour)
    const stripes =
      detail === 2 && ears === 'pointed' && muzzle === 'nose'
        ? stroke('M0 -36v9M-7 -35v6M7 -35v6', darker(colour, 0.3), 2.4)
        : ''
    return (
      body +
      collar +
      head +
      stripes +
      nose +
      mouth +
      whiskers +
      (isDark(colour) ? circle(-12.5, -15, 6.8, '#fff6e0') + circle(12.5, -15, 6.8, '#fff6e0') : '') +
      eyes(-15, 12.5, 4.6, detail) +
      cheeks(-5, 21, muzzle === 'mask' ? 0 : detail)
    )
  }

const frog: DrawSubject = ({ colour, detail }) =>
  ellipse(0, 26, 34, 24, colour) +
  ellipse(-28, 44, 14, 7, darker(colour, 0.15)) +
  ellipse(28, 44, 14, 7, darker(colour, 0.15)) +
  ellipse(0, 32, 21, 16, lighter(colour, 0.5)) +
  ellipse(0, -4, 33, 22, colour) +
  circle(-18, -22, 12, colour) +
  circle(18, -22, 12, colour) +
  circle(-18, -23, 8, '#ffffff') +
  circle(18, -23, 8, '#ffffff') +
  circle(-17, -22, 4.4, INK) +
  circle(17, -22, 4.4, INK) +
  stroke('M-18 2Q0 14 18 2', INK, 2) +
  cheeks(0, 25, detail)

const owl: DrawSubject = ({ colour, detail, accent }) => {
  let feathers = ''
  if (detail > 0)
    for (let row = 0; row < 3; row++)
      for (let i = -2; i <= 2; i++)
        feathers += stroke(`M${i * 7 - 3} ${18 + row * 8}q3 4 6 0`, darker(colour, 0.25), 1.6)
  return (
    path('M-28 50Q-36 -38 0 -38Q36 -38 28 50Z', colour) +
    polygon(
      [
        { x: -27, y: -22 },
        { x: -29, y: -46 },
        { x: -10, y: -34 },
      ],
      colour,
    ) +
    polygon(
      [
        { x: 27, y: -22 },
        { x: 29, y: -46 },
        { x: 10, y: -34 },
      ],
      colour,
    ) +
    ellipse(0, 26, 19, 22, lighter(colour, 0.5)) +
    feathers +
    path('M-31 4Q-44 24 -28 42Q-24 20 -31 4Z', darker(colour, 0.22)) +
    path('M31 4Q44 24 28 42Q24 20 31 4Z', darker(colour, 0.22)) +
    circle(-13, -14, 13, '#fffaf0') +
    circle(13, -14, 13, '#fffaf0') +
    circle(-12, -14, 6.4, accent) +
    circle(12, -14, 6.4, accent) +
    circle(-12, -14, 3.6, INK) +
    circle(12, -14, 3.6, INK) +
    polygon(
      [
        { x: -5, y: -6 },
        { x: 5, y: -6 },
        { x: 0, y: 5 },
      ],
      '#f0a23a',
    ) +
    stroke('M-9 50v-3M-5 50v-3M5 50v-3M9 50v-3', '#f0a23a', 3)
  )
}

const penguin: DrawSubject = ({ detail, accent, colour }) =>
  ellipse(0, 12, 30, 38, colour) +
  ellipse(0, 18, 21, 30, '#fbfbf7') +
  ellipse(0, -22, 24, 22, colour) +
  ellipse(-9, -18, 11, 12, '#fbfbf7') +
  ellipse(9, -18, 11, 12, '#fbfbf7') +
  path('M-28 2Q-46 20 -34 36Q-28 22 -27 14Z', colour) +
  path('M28 2Q46 20 34 36Q28 22 27 14Z', colour) +
  ellipse(-12, 48, 11, 4.5, '#f0a23a') +
  ellipse(12, 48, 11, 4.5, '#f0a23a') +
  polygon(
    [
      { x: -6, y: -16 },
      { x: 6, y: -16 },
      { x: 0, y: -8 },
    ],
    '#f0a23a',
  ) +
  eyes(-22, 8, 3.6, detail) +
  cheeks(-13, 15, detail) +
  (detail > 0 ? path('M-23 -3Q0 8 23 -3L22 4Q0 15 -22 4Z', accent) + rect(9, 2, 9, 20, accent, 3) : '')

const bird: DrawSubject = ({ colour, accent, detail }) =>
  polygon(
    [
      { x: -26, y: 10 },
      { x: -50, y: -2 },
      { x: -46, y: 20 },
    ],
    darker(colour, 0.2),
  ) +
  ellipse(0, 10, 32, 27, colour) +
  circle(20, -16, 19, colour) +
  ellipse(6, 20, 20, 14, lighter(colour, 0.45)) +
  path('M-18 4Q6 -8 12 14Q-4 34 -20 20Z', darker(colour, 0.25)) +
  (detail > 0 ? stroke('M-10 10q8 2 12 10M-14 14q8 2 10 9', lighter(colour, 0.1), 1.6) : '') +
  polygon(
    [
      { x: 36, y: -20 },
      { x: 50, y: -13 },
      { x: 36, y: -8 },
    ],
    '#f0a23a',
  ) +
  circle(25, -20, 4.2, INK) +
  (detail > 0 ? circle(26.4, -21.4, 1.5, '#ffffff') : '') +
  path('M14 -33Q12 -46 24 -44Q20 -38 22 -34Z', accent) +
  stroke('M-4 36v13M8 36v13M-9 50h9M4 50h9', '#e08a2e', 2.6)

const fish: DrawSubject = ({ colour, accent, detail }) => {
  const stripes =
    detail > 0
      ? path('M-8 -23Q2 0 -8 23L-16 20Q-8 0 -16 -20Z', lighter(colour, 0.6)) +
        path('M12 -22Q20 0 12 22L6 24Q13 0 6 -24Z', lighter(colour, 0.6))
      : ''
  return (
    path('M-28 0Q-52 -24 -48 0T-28 0Z', accent) +
    path('M-26 0L-50 -20Q-42 0 -50 20Z', accent) +
    path('M-8 -20Q4 -42 18 -20Z', accent) +
    path('M-4 20Q6 36 14 19Z', accent) +
    ellipse(6, 0, 38, 25, colour) +
    stripes +
    path('M-2 4Q-16 10 -8 18Q4 18 8 8Z', darker(colour, 0.2)) +
    circle(29, -6, 6.4, '#ffffff') +
    circle(31, -6, 3.6, INK) +
    stroke('M36 8q-6 3 -10 -1', INK, 1.8) +
    (detail === 2
      ? circle(50, -22, 3, '#ffffff', 'opacity="0.6"') + circle(46, -34, 4.4, '#ffffff', 'opacity="0.5"')
      : '')
  )
}

const butterfly: DrawSubject = ({ colour, accent, second, detail }) => {
  const wing =
    path('M2 -4Q14 -46 42 -38Q52 -14 4 4Z', colour) +
    path('M2 2Q40 4 34 30Q18 40 2 10Z', accent) +
    (detail > 0
      ? circle(30, -24, 7, lighter(colour, 0.55)) +
        circle(20, -10, 4, second) +
        circle(24, 18, 5, lighter(accent, 0.5))
      : '')
  return (
    wing +
    `<g transform="scale(-1 1)">${wing}</g>` +
    ellipse(0, 2, 3.6, 22, INK) +
    stroke('M0 -18Q-6 -34 -14 -36M0 -18Q6 -34 14 -36', INK, 1.8) +
    circle(-14, -36, 2.2, INK) +
    circle(14, -36, 2.2, INK)
  )
}

const dragon: DrawSubject = ({ colour, accent, detail }) => {
  let spikes = ''
  for (let i = 0; i < 5; i++)
    spikes += group(
      polygon(
        [
          { x: -5, y: 0 },
          { x: 0, y: -11 },
          { x: 5, y: 0 },
        ],
        accent,
      ),
      { x: -13 - i * 6.4, y: -26 + i * 14, turn: -30 - i * 12 },
    )
  return (
    path('M-14 30Q-54 54 -48 10Q-42 34 -16 16Z', colour) +
    polygon(
      [
        { x: -47, y: 14 },
        { x: -54, y: 2 },
        { x: -41, y: 5 },
      ],
      accent,
    ) +
    path('M-8 4Q-34 -46 -52 -22Q-42 -20 -42 -8Q-32 -12 -28 2Q-20 -4 -12 10Z', mix(accent, colour, 0.3)) +
    spikes +
    path('M-24 50Q-30 10 -4 2Q26 6 24 50Z', colour) +
    ellipse(4, 32, 13, 17, lighter(colour, 0.55)) +
    (detail > 0 ? stroke('M-6 24h20M-8 31h23M-7 38h22', darker(colour, 0.05), 1.5, 'opacity="0.5"') : '') +
    ellipse(8, -18, 26, 21, colour) +
    ellipse(27, -10, 16, 12, colour) +
    polygon(
      [
        { x: -8, y: -34 },
        { x: -14, y: -50 },
        { x: 2, y: -38 },
      ],
      accent,
    ) +
    polygon(
      [
        { x: 12, y: -37 },
        { x: 14, y: -52 },
        { x: 22, y: -34 },
      ],
      accent,
    ) +
    circle(14, -22, 6.4, '#ffffff') +
    circle(16, -22, 3.8, INK) +
    circle(36, -14, 1.8, INK) +
    stroke('M18 -2Q30 4 40 -4', INK, 1.8) +
    ellipse(-14, 48, 10, 5, darker(colour, 0.1)) +
    ellipse(16, 48, 10, 5, darker(colour, 0.1)) +
    (detail === 2 ? path('M44 -6q14 -6 18 4q-10 -2 -10 6q-6 -2 -8 -10Z', '#f59b3a') : '')
  )
}

/** Animals by their name in the vocabulary. The natural colour counts where no word gave one. */
export const ANIMALS = {
  cat: {
    natural: '#f0a04b',
    draw: sitting({ ears: 'pointed', natural: '#f0a04b', muzzle: 'nose', tail: 'curved' }),
  },
  dog: {
    natural: '#c98f5a',
    draw: sitting({ ears: 'floppy', natural: '#c98f5a', muzzle: 'nose', tail: 'curved' }),
  },
  rabbit: {
    natural: '#e8dcd0',
    draw: sitting({ ears: 'long', natural: '#e8dcd0', muzzle: 'nose', tail: 'ball' }),
  },
  bear: {
    natural: '#a8724a',
    draw: sitting({ ears: 'round', natural: '#a8724a', muzzle: 'nose', tail: 'ball' }),
  },
  fox: {
    natural: '#ee7b3a',
    draw: sitting({ ears: 'pointed', natural: '#ee7b3a', muzzle: 'mask', tail: 'bushy' }),
  },
  mouse: {
    natural: '#a9adba',
    draw: sitting({ ears: 'large', natural: '#a9adba', muzzle: 'nose', tail: 'thin' }),
  },
  unicorn: {
    natural: '#f3eef8',
    draw: (pencil) =>
      sitting({ ears: 'folded', natural: '#f3eef8', muzzle: 'snout', tail: 'bushy' })(pencil) +
      path('M-6 -38Q-34 -34 -30 2Q-24 -4 -22 -14Q-18 -8 -20 4Q-10 -12 -8 -26Z', pencil.accent) +
      path('M-4 -39Q10 -44 14 -30Q6 -30 2 -24Q-2 -32 -4 -39Z', pencil.second) +
      polygon(
        [
          { x: -5, y: -36 },
          { x: 1, y: -60 },
          { x: 7, y: -36 },
        ],
        '#f2c14e',
      ),
  },
  pig: {
    natural: '#f4a9b8',
    draw: sitting({ ears: 'folded', natural: '#f4a9b8', muzzle: 'snout', tail: 'curl' }),
  },
  frog: { natural: '#6fbf5a', draw: frog },
  owl: { natural: '#a77b52', draw: owl },
  penguin: { natural: '#34405e', draw: penguin },
  bird: { natural: '', draw: bird },
  fish: { natural: '', draw: fish },
  butterfly: { natural: '', draw: butterfly },
  dragon: { natural: '#5fae62', draw: dragon },
} as const satisfies Record<string, { readonly natural: Colour; readonly draw: DrawSubject }>
