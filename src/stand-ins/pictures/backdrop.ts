import type { Random } from '../random.js'
import type { Palette } from './palette.js'
import { drawPlace } from './places.js'
import type { Plan } from './plan.js'
import { rect, SIDE } from './shapes.js'
import { clouds, fireworks, flock, moonAt, nebula, rainbow, stars, sunAt } from './sky.js'

/** How much is drawn: 0 flat and quick, 2 with all that there is. */
export type Detail = 0 | 1 | 2

/** What every part of a picture is drawn from. */
export interface Canvas {
  readonly plan: Plan
  readonly palette: Palette
  readonly random: Random
  readonly detail: Detail
}

/** Sky, what is in it, and the land before it. */
export const drawBackdrop = (canvas: Canvas): string =>
  `${drawSky(canvas)}${drawInSky(canvas)}${drawPlace(canvas)}`

const drawSky = ({ palette, plan, detail }: Canvas): string => {
  const [top, middle, bottom] = palette.sky
  const fill = detail === 0 ? middle : 'url(#sky)'
  const definition =
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/>` +
    `<stop offset="0.55" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>` +
    `<radialGradient id="glow"><stop offset="0" stop-color="${palette.light}" stop-opacity="0.75"/>` +
    `<stop offset="1" stop-color="${palette.light}" stop-opacity="0"/></radialGradient>`
  const bands =
    detail === 0 && plan.place !== 'studio'
      ? rect(0, 0, SIDE, 90, top) + rect(0, 200, SIDE, SIDE - 200, bottom)
      : ''
  return `<defs>${definition}</defs>${rect(0, 0, SIDE, SIDE, fill)}${bands}`
}

const drawInSky = (canvas: Canvas): string => {
  const { plan, palette, random, detail } = canvas
  const { place, weather, without, time } = plan
  if (place === 'studio' || place === 'room' || place === 'underwater' || place === null) return ''
  const drawn: string[] = []
  const starry = palette.dark || weather.has('stars') || place === 'space'
  if (starry && !without.has('stars')) drawn.push(stars(canvas, [34, 80, 150][detail] ?? 80))
  if (place === 'space') drawn.push(nebula(canvas))
  const side = random.chance(0.5) ? random.between(60, 130) : random.between(254, 324)
  const wet = weather.has('rain')
  const moonlit = weather.has('moon') || (palette.dark && place !== 'space' && !weather.has('sun'))
  const sunny = weather.has('sun') || (place !== 'space' && !wet && random.chance(0.75))
  if (moonlit) {
    if (!without.has('moon')) drawn.push(moonAt(side, random.between(60, 100), canvas))
  } else if (sunny && !without.has('sun')) {
    const low = time === 'sunset'
    const x = weather.has('sun') && low ? 192 : side
    drawn.push(sunAt(x, low ? 190 : random.between(62, 96), canvas))
  }
  if (weather.has('rainbow')) drawn.push(rainbow())
  const cloudy = weather.has('clouds') || wet
  if (cloudy || (place !== 'space' && random.chance(palette.dark ? 0.35 : 0.85) && !without.has('clouds')))
    drawn.push(clouds(canvas, cloudy ? 5 : 2 + detail))
  if (weather.has('birds') && !palette.dark) drawn.push(flock(canvas))
  if (weather.has('fireworks')) drawn.push(fireworks(canvas))
  return drawn.join('')
}
