import type { Random } from '../random.js'
import { type Colour, darker, lighter, mix } from './colours.js'
import type { Plan } from './plan.js'
import type { Place, Time } from './vocabulary.js'

/** The colours of a picture. */
export interface Palette {
  /** The sky from its top to the horizon. */
  readonly sky: readonly [Colour, Colour, Colour]
  readonly far: Colour
  readonly near: Colour
  readonly light: Colour
  /** For things that no word gave a colour, liveliest first. */
  readonly accents: readonly [Colour, Colour, Colour, Colour]
  readonly dark: boolean
}

const SKIES: Readonly<Record<Time, readonly (readonly [Colour, Colour, Colour])[]>> = {
  day: [
    ['#5db4f0', '#9bd6f7', '#e4f6fb'],
    ['#6ec3e8', '#b4e3ee', '#fdf3dc'],
    ['#7aa7ee', '#b8d3f8', '#f7f0f6'],
  ],
  dawn: [
    ['#9fb8e8', '#f6cfd2', '#fdebc8'],
    ['#b7a6e0', '#f3c4d8', '#fff0dc'],
    ['#8fc7d8', '#f3dccb', '#fff3e0'],
  ],
  sunset: [
    ['#3f2b74', '#c9508f', '#fbb46a'],
    ['#2e3f7f', '#e2686c', '#fdd08a'],
    ['#5b2a6e', '#f0735a', '#ffd48a'],
  ],
  night: [
    ['#0b1138', '#1f2f6b', '#4b5a9c'],
    ['#0d1030', '#2b2560', '#6b4f94'],
    ['#071a33', '#12426a', '#3d7c95'],
  ],
}

const GROUNDS: Readonly<Record<Place, readonly [Colour, Colour]>> = {
  meadow: ['#9ccf7a', '#5fae62'],
  sea: ['#4aa3c7', '#1f6f9f'],
  beach: ['#58b8cf', '#f1d8a2'],
  city: ['#8f9cc0', '#4f5a80'],
  mountain: ['#8aa2c0', '#5f9c70'],
  forest: ['#77a97b', '#3f7a55'],
  desert: ['#f2c27e', '#df9a57'],
  snow: ['#dcebf5', '#f7fbff'],
  space: ['#4a3c8c', '#2b2363'],
  underwater: ['#2b8fa8', '#d9c08a'],
  room: ['#f0dcc0', '#c89b73'],
  studio: ['#ffffff', '#e8ecf5'],
}

const ACCENTS: readonly [
  readonly [Colour, Colour, Colour, Colour],
  ...(readonly [Colour, Colour, Colour, Colour])[],
] = [
  ['#ef6351', '#f7b32b', '#2d9bb0', '#7b5ea7'],
  ['#e4576e', '#f5c04a', '#3f88c5', '#49b08a'],
  ['#f27d52', '#58b09c', '#f2c14e', '#5b6abf'],
  ['#d95d8f', '#f0a35e', '#4f9d9d', '#6c63c9'],
]

/** Chooses the colours: by place and time of day, tinted by the words. */
export const choosePalette = (plan: Plan, random: Random): Palette => {
  const place = plan.place ?? 'studio'
  const time: Time = place === 'space' ? 'night' : plan.time
  const skies = SKIES[time]
  let sky = skies[random.integer(skies.length)] ?? ['#5db4f0', '#9bd6f7', '#e4f6fb']
  let [far, near] = GROUNDS[place]
  if (place === 'underwater') sky = ['#86dfe0', '#2f95b8', '#0f4c7a']
  if (place === 'space') sky = ['#0a0a26', '#221a55', '#4a2b78']
  const accents = random.pick(ACCENTS)
  if (place === 'studio') {
    const base = plan.tints[0] ?? random.pick(accents)
    sky = [lighter(base, 0.35), lighter(base, 0.6), lighter(base, 0.8)]
    near = lighter(base, 0.5)
  }
  const dark = time === 'night' && place !== 'studio' && place !== 'underwater'
  if (dark) {
    far = mix(far, '#1a2560', 0.68)
    near = mix(near, '#0e1544', 0.66)
  } else if (time === 'sunset' && place !== 'studio') {
    far = mix(far, '#7a3a78', 0.5)
    near = mix(near, '#4d2a63', 0.48)
  } else if (time === 'dawn' && place !== 'studio') {
    far = mix(far, '#f3d0d8', 0.3)
    near = mix(near, '#e6c6c8', 0.18)
  }
  const tint = plan.tints[0]
  if (tint !== undefined && place !== 'studio') {
    sky = [
      mix(sky[0], darker(tint, 0.15), 0.55),
      mix(sky[1], tint, 0.5),
      mix(sky[2], lighter(tint, 0.4), 0.5),
    ]
    const ground = plan.tints[1] ?? tint
    far = mix(far, ground, 0.35)
    near = mix(near, ground, 0.3)
  }
  const wanted = plan.tints.slice(1)
  const allowed = [...wanted, ...accents].filter((accent) => !plan.avoidedColours.has(accent))
  const accent = (index: number): Colour => allowed[index] ?? accents[0]
  return {
    sky,
    far,
    near,
    light: dark ? '#fdf6d8' : '#fff3c4',
    accents: [accent(0), accent(1), accent(2), accent(3)],
    dark,
  }
}
