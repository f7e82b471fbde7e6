import { createRandom } from '../random.js'
import { type Canvas, type Detail, drawBackdrop } from './backdrop.js'
import { type Colour, isLight } from './colours.js'
import { drawComposition } from './composition.js'
import { write } from './letters.js'
import { choosePalette } from './palette.js'
import { type PlannedSubject, planPicture } from './plan.js'
import { circle, ellipse, group, rect, round, SIDE } from './shapes.js'
import { SUBJECTS } from './subjects/index.js'
import type { Place } from './vocabulary.js'

export interface PictureWords {
  readonly prompt: string
  readonly avoid: string
  readonly quality: 'fast' | 'balanced' | 'best'
  readonly seed: number
}

const DETAIL: Readonly<Record<PictureWords['quality'], Detail>> = { fast: 0, balanced: 1, best: 2 }

/**
 * Draws a picture only from prompt and seed: the same ones give the same picture on every machine.
 * @returns an SVG of 384 by 384 without any text element, so that no font is needed
 */
export const drawPicture = ({ prompt, avoid, quality, seed }: PictureWords): string => {
  const random = createRandom(seed, prompt, avoid)
  const detail = DETAIL[quality]
  const plan = planPicture(prompt, avoid, random)
  const palette = choosePalette(plan, random)
  const canvas: Canvas = { plan, palette, random, detail }
  const scene =
    plan.place === null
      ? drawComposition(canvas)
      : drawBackdrop(canvas) + drawSubjects(canvas) + drawFalling(canvas)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `${scene}${detail === 2 ? vignette() : ''}${caption(prompt, palette.sky[0])}</svg>`
  )
}

/** Where subjects stand: how far down their feet are, and how large they are, of one, two and three or more. */
const FEET: { readonly [Where in Place]?: number } = {
  underwater: 238,
  space: 262,
  studio: 268,
  city: 330,
  sea: 316,
}

const SIZES = [2.35, 1.75, 1.25, 0.95, 0.78, 0.66] as const

const drawSubjects = ({ plan, palette, random, detail }: Canvas): string => {
  const each = plan.subjects
    .flatMap((subject) => Array.from({ length: subject.count }, () => subject))
    .slice(0, 6)
  const size = SIZES[each.length - 1] ?? 1
  const feet = FEET[plan.place ?? 'meadow'] ?? 334
  const floating = plan.place === 'underwater' || plan.place === 'space'
  const studio = plan.place === 'studio'
  return each
    .map((subject, index) => {
      const slot = SIDE / each.length
      const x = each.length === 1 && !studio ? random.between(162, 222) : slot * (index + 0.5)
      const lift = floating ? random.between(-34, 34) : each.length > 1 ? (index % 2 === 0 ? 0 : -14) : 0
      const airborne = floating || AIRBORNE.has(subject.kind)
      const y = feet + lift - (airborne && !floating && !studio ? 84 : 0) - 50 * size
      const shadow =
        detail > 0 && !airborne
          ? ellipse(x, y + 50 * size, 40 * size, 6 * size, '#1a1440', 'opacity="0.22"')
          : ''
      const halo = detail === 2 && palette.dark ? circle(x, y, 70 * size, 'url(#glow)', 'opacity="0.5"') : ''
      const { natural, draw } = SUBJECTS[subject.kind]
      const drawn = draw({
        colour: colourOf(subject, natural, palette.accents, index, plan.avoidedColours),
        accent: palette.accents[(index + 1) % 4] ?? palette.accents[1],
        second: palette.accents[(index + 2) % 4] ?? palette.accents[2],
        random,
        detail,
      })
      return halo + shadow + group(drawn, { x, y, scale: size * random.between(0.94, 1.06) })
    })
    .join('')
}

const AIRBORNE: ReadonlySet<string> = new Set([
  'butterfly',
  'balloon',
  'ghost',
  'star',
  'planet',
  'rocket',
  'heart',
  'note',
])

const colourOf = (
  subject: PlannedSubject,
  natural: Colour,
  accents: readonly Colour[],
  index: number,
  avoided: ReadonlySet<Colour>,
): Colour => {
  if (subject.colour !== null && !avoided.has(subject.colour)) return subject.colour
  if (natural !== '' && !avoided.has(natural)) return natural
  return accents[index % accents.length] ?? '#4a8fe7'
}

/** What falls before everything: snow and rain. */
const drawFalling = ({ plan, random, detail }: Canvas): string => {
  let drawn = ''
  if (plan.weather.has('snowfall') || plan.place === 'snow')
    for (let i = 0; i < 40 + detail * 50; i++)
      drawn += circle(
        random.between(0, SIDE),
        random.between(0, 350),
        random.between(1, 3.6),
        '#ffffff',
        'opacity="0.85"',
      )
  if (plan.weather.has('rain')) {
    let d = ''
    for (let i = 0; i < 50 + detail * 50; i++)
      d += `M${round(random.between(0, SIDE))} ${round(random.between(40, 350))}l-4 13`
    drawn += `<path d="${d}" fill="none" stroke="#d7ecf8" stroke-width="1.6" stroke-linecap="round" opacity="0.7"/>`
  }
  return drawn
}

const vignette = (): string =>
  `<radialGradient id="vignette" cx="0.5" cy="0.48" r="0.75"><stop offset="0.62" stop-color="#120c2e" stop-opacity="0"/>` +
  `<stop offset="1" stop-color="#120c2e" stop-opacity="0.34"/></radialGradient>${rect(0, 0, SIDE, SIDE, 'url(#vignette)')}`

const CAPTION_HEIGHT = 22

/** The prompt in small letters at the bottom, which shows that the picture is a stand-in. */
const caption = (prompt: string, colour: Colour): string => {
  const dark = isLight(colour)
  const { drawn, width } = write(prompt, 8, SIDE - 24, dark ? '#2b2540' : '#ffffff')
  const strip = rect(
    0,
    SIDE - CAPTION_HEIGHT,
    SIDE,
    CAPTION_HEIGHT,
    dark ? '#ffffff' : '#120c2e',
    0,
    'opacity="0.72"',
  )
  return `${strip}<g transform="translate(${round((SIDE - width) / 2)} ${SIDE - 16})">${drawn}</g>`
}
