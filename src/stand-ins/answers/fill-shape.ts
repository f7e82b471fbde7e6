import type { Random } from '../random.js'
import { item, statement } from './compose.js'
import { cut } from './cut.js'
import { inventName, inventTitle } from './names.js'
import type { Shape } from './shape.js'
import type { Understood } from './understand.js'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** How much a filled shape contains. It is reduced until it fits. */
interface Measure {
  readonly text: number
  readonly elements: number
  readonly fields: number
}

const MEASURES: readonly Measure[] = [
  { text: 400, elements: 12, fields: 40 },
  { text: 120, elements: 12, fields: 40 },
  { text: 48, elements: 6, fields: 40 },
  { text: 24, elements: 3, fields: 40 },
  { text: 10, elements: 2, fields: 40 },
  { text: 4, elements: 1, fields: 40 },
  { text: 0, elements: 1, fields: 8 },
  { text: 0, elements: 0, fields: 3 },
  { text: 0, elements: 0, fields: 1 },
]

/**
 * Fills a shape with values that fit its names.
 * @returns JSON with at most this many characters, and its value
 */
export const fillShape = (
  shape: Shape,
  understood: Understood,
  newRandom: () => Random,
  maxCharacters: number,
): { readonly text: string; readonly json: Json } => {
  for (const measure of MEASURES) {
    const json = fill(shape, '', 0, { understood, random: newRandom(), measure })
    const text = JSON.stringify(json)
    if (text.length <= maxCharacters) return { text, json }
  }
  return shape.kind === 'array' ? { text: '[]', json: [] } : { text: '{}', json: {} }
}

interface Filling {
  readonly understood: Understood
  readonly random: Random
  readonly measure: Measure
}

const fill = (shape: Shape, name: string, index: number, filling: Filling): Json => {
  const { random, measure, understood } = filling
  switch (shape.kind) {
    case 'object':
      return Object.fromEntries(
        shape.fields.slice(0, measure.fields).map(([key, value]) => [key, fill(value, key, index, filling)]),
      )
    case 'array': {
      const count = name === '' ? (understood.count ?? shape.length) : shape.length
      return Array.from({ length: Math.min(count, measure.elements) }, (_, at) =>
        fill(shape.element, name, at, filling),
      )
    }
    case 'text':
      return cut(textFor(name, shape.example, index, filling), measure.text)
    case 'number':
      return numberFor(name, shape.example, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'choice':
      return shape.of[random.integer(shape.of.length)] ?? null
  }
}

const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'white'] as const
const EMOJI = ['🌟', '🦊', '🌊', '🍀', '🔥', '🎈', '🚀', '🎵'] as const

const textFor = (
  name: string,
  example: string,
  index: number,
  { understood: { topic }, random }: Filling,
): string => {
  const key = name.toLowerCase()
  if (/^#[0-9a-f]{6}$/iu.test(example) || /hex/u.test(key))
    return `#${random.integer(0xffffff).toString(16).padStart(6, '0')}`
  if (/colou?r|farbe/u.test(key)) return random.pick(COLOURS)
  if (/emoji|icon|symbol/u.test(key)) return random.pick(EMOJI)
  if (/^\d{4}-\d{2}-\d{2}/u.test(example) || /date/u.test(key))
    return `20${10 + random.integer(16)}-0${1 + random.integer(9)}-1${random.integer(10)}`
  if (/^id$|_id$|slug|code/u.test(key))
    return `${random.pick(['a', 'b', 'c', 'd'])}${100 + random.integer(900)}`
  if (/title|place|team|level|town|city/u.test(key)) return inventTitle(random)
  if (/name|character|hero|player|villain|author/u.test(key)) return inventName(random)
  if (/question|prompt/u.test(key)) return `What do you know about ${topic}?`
  if (/option|choice|tag|item|idea|step|list|word|keyword/u.test(key)) return item(topic, index, random)
  if (/answer|solution|correct/u.test(key)) return item(topic, 0, random)
  if (/hint|clue|tip/u.test(key)) return `Look at ${topic} once more, but start from the end.`
  if (/category|topic|theme|subject|genre/u.test(key)) return topic
  return statement(topic, random)
}

/** A number that fits its name, or is near the example. */
const numberFor = (name: string, example: number | null, random: Random): number => {
  const key = name.toLowerCase()
  if (/index/u.test(key)) return random.integer(3)
  if (example !== null && example !== 0) {
    const near = example * random.between(0.5, 1.5)
    return Number.isInteger(example) ? Math.round(near) : Math.round(near * 100) / 100
  }
  if (/year/u.test(key)) return 1950 + random.integer(75)
  if (/age/u.test(key)) return 8 + random.integer(60)
  if (/rating|stars/u.test(key)) return 1 + random.integer(5)
  if (/level|difficulty|rank/u.test(key)) return 1 + random.integer(10)
  return random.integer(100) + 1
}
