import { type Colour, darker, lighter } from '../colours.js'
import { circle, ellipse, path, polygon, rect, starPoints, stroke } from '../shapes.js'
import { eyes } from './animals.js'
import { type DrawSubject, INK } from './subject.js'

const ghost: DrawSubject = ({ colour, detail }) =>
  path('M-30 46V-6Q-30 -44 0 -44Q30 -44 30 -6V46Q22 36 15 46Q8 54 0 45Q-8 54 -15 46Q-22 36 -30 46Z', colour) +
  (detail > 0 ? path('M14 -38Q30 -30 30 -6V46Q26 40 22 40Q26 -10 14 -38Z', darker(colour, 0.14)) : '') +
  ellipse(-11, -12, 5.4, 7.6, INK) +
  ellipse(11, -12, 5.4, 7.6, INK) +
  ellipse(0, 8, 6, 8, INK) +
  (detail > 0
    ? circle(-9.4, -15, 2, '#ffffff') +
      circle(12.6, -15, 2, '#ffffff') +
      circle(-21, 0, 4, '#f08fb4', 'opacity="0.6"') +
      circle(21, 0, 4, '#f08fb4', 'opacity="0.6"')
    : '')

const monster: DrawSubject = ({ colour, accent, random, detail }) => {
  const eyeCount = 1 + random.integer(3)
  let face = ''
  for (let i = 0; i < eyeCount; i++) {
    const x = (i - (eyeCount - 1) / 2) * 22
    face +=
      circle(x, -12, eyeCount === 1 ? 14 : 10, '#ffffff') +
      circle(x + 1, -11, eyeCount === 1 ? 7 : 5, INK) +
      circle(x + 3, -14, 2, '#ffffff')
  }
  const horns = random.chance(0.5)
    ? polygon(
        [
          { x: -24, y: -30 },
          { x: -30, y: -50 },
          { x: -12, y: -36 },
        ],
        accent,
      ) +
      polygon(
        [
          { x: 24, y: -30 },
          { x: 30, y: -50 },
          { x: 12, y: -36 },
        ],
        accent,
      )
    : stroke('M-12 -36Q-16 -48 -22 -48M12 -36Q16 -48 22 -48', colour, 3.6) +
      circle(-23, -48, 5, accent) +
      circle(23, -48, 5, accent)
  const spots =
    detail > 0
      ? circle(-24, 22, 5, darker(colour, 0.16)) +
        circle(24, 30, 6.4, darker(colour, 0.16)) +
        circle(27, 10, 3.6, darker(colour, 0.16))
      : ''
  return (
    horns +
    path('M-36 50Q-40 -38 0 -38Q40 -38 36 50Q24 42 12 50Q0 42 -12 50Q-24 42 -36 50Z', colour) +
    spots +
    face +
    path('M-18 12Q0 32 18 12Z', INK) +
    polygon(
      [
        { x: -11, y: 13 },
        { x: -7, y: 20 },
        { x: -3, y: 14 },
      ],
      '#ffffff',
    ) +
    polygon(
      [
        { x: 3, y: 14 },
        { x: 7, y: 20 },
        { x: 11, y: 13 },
      ],
      '#ffffff',
    ) +
    stroke('M-35 18Q-48 16 -46 4M35 18Q48 16 46 4', colour, 7)
  )
}

const robot: DrawSubject = ({ colour, accent, second, detail }) =>
  stroke('M0 -36v-10', darker(colour, 0.3), 3) +
  circle(0, -47, 4, accent) +
  rect(-17, 40, 12, 10, darker(colour, 0.35), 3) +
  rect(5, 40, 12, 10, darker(colour, 0.35), 3) +
  stroke('M-26 14Q-42 18 -38 34M26 14Q42 18 38 34', darker(colour, 0.2), 6) +
  circle(-38, 36, 5, accent) +
  circle(38, 36, 5, accent) +
  rect(-25, 3, 50, 40, colour, 8) +
  rect(-16, 12, 32, 17, darker(colour, 0.45), 4) +
  (detail > 0
    ? stroke('M-12 21h5l3 -5l4 9l3 -4h8', second, 1.8) +
      circle(-10, 36, 2.6, accent) +
      circle(-2, 36, 2.6, '#f7cf46') +
      circle(6, 36, 2.6, '#4caf6d')
    : '') +
  rect(-29, -36, 58, 36, colour, 11) +
  rect(-22, -29, 44, 21, INK, 8) +
  circle(-10, -19, 5.4, second) +
  circle(10, -19, 5.4, second) +
  (detail > 0 ? circle(-8.6, -20.6, 1.8, '#ffffff') + circle(11.4, -20.6, 1.8, '#ffffff') : '') +
  stroke('M-6 -4h12', darker(colour, 0.4), 2.4) +
  circle(-31, -18, 4, darker(colour, 0.25)) +
  circle(31, -18, 4, darker(colour, 0.25))

const SKINS: readonly [Colour, ...Colour[]] = ['#f6cfae', '#e0a878', '#b77a50', '#8a5638', '#f2c39c']
const HAIRS: readonly [Colour, ...Colour[]] = ['#3b2a26', '#7a4a2b', '#d9a441', '#b5533c', '#4b4e6d']

const person: DrawSubject = ({ colour, accent, random, detail }) => {
  const skin = random.pick(SKINS)
  const hair = random.pick(HAIRS)
  const style = random.integer(3)
  const crowned = random.chance(0.25)
  const behind = style === 1 ? path('M-24 -18Q-34 22 -20 22H20Q34 22 24 -18Z', hair) : ''
  const front = [
    path('M-24 -14Q-26 -42 0 -42Q26 -42 24 -14Q14 -28 -2 -28Q-16 -28 -24 -14Z', hair),
    path('M-24 -10Q-28 -42 0 -42Q28 -42 24 -10Q20 -26 2 -29Q-18 -26 -24 -10Z', hair),
    path('M-24 -18L-27 -34L-15 -32L-12 -45L-1 -35L9 -46L13 -33L26 -34L24 -16Q10 -30 -24 -18Z', hair),
  ][style]
  return (
    behind +
    path('M-30 50Q-30 14 0 14Q30 14 30 50Z', colour) +
    (detail > 0 ? path('M-10 15L0 30L10 15Z', accent) + stroke('M0 32v18', darker(colour, 0.25), 1.8) : '') +
    rect(-7, 4, 14, 14, darker(skin, 0.12), 5) +
    ellipse(0, -12, 23, 24, skin) +
    circle(-23, -10, 4.4, skin) +
    circle(23, -10, 4.4, skin) +
    (front ?? '') +
    eyes(-9, 8.6, 3.4, detail) +
    stroke('M-5 3Q0 7.4 5 3', INK, 1.8) +
    (detail > 0
      ? circle(-14, -1, 3.6, '#ef7f86', 'opacity="0.45"') +
        circle(14, -1, 3.6, '#ef7f86', 'opacity="0.45"') +
        stroke('M-12.6 -16q4 -3 8 -1M12.6 -16q-4 -3 -8 -1', darker(hair, 0.2), 1.8)
      : '') +
    (crowned ? path('M-15 -36L-17 -50L-7 -43L0 -53L7 -43L17 -50L15 -36Z', '#f2c14e') : '')
  )
}

const star: DrawSubject = ({ colour, detail }) =>
  polygon(starPoints(5, 48, 22), colour, `stroke="${colour}" stroke-width="6" stroke-linejoin="round"`) +
  (detail > 0 ? polygon(starPoints(5, 34, 15), lighter(colour, 0.3)) : '') +
  eyes(2, 9, 3.8, detail) +
  stroke('M-5 11Q0 16 5 11', INK, 2)

const heart: DrawSubject = ({ colour, detail }) =>
  path('M0 44C-60 4 -46 -40 -20 -40C-8 -40 -2 -32 0 -26C2 -32 8 -40 20 -40C46 -40 60 4 0 44Z', colour) +
  (detail > 0
    ? path(
        'M-34 -12Q-34 -30 -20 -31',
        'none',
        `stroke="${lighter(colour, 0.6)}" stroke-width="5" stroke-linecap="round"`,
      )
    : '') +
  (detail === 2
    ? path('M0 44C40 16 48 -8 42 -26Q40 6 0 34Q-12 28 -26 14Q-16 32 0 44Z', darker(colour, 0.16))
    : '')

export const BEINGS = {
  ghost: { natural: '#f4f3fb', draw: ghost },
  monster: { natural: '', draw: monster },
  robot: { natural: '#aeb9cc', draw: robot },
  person: { natural: '', draw: person },
  star: { natural: '#f7c948', draw: star },
  heart: { natural: '#e5484d', draw: heart },
} as const satisfies Record<string, { readonly natural: Colour; readonly draw: DrawSubject }>
