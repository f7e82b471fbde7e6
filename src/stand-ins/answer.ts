import { hasLink } from '../platform/text-rules.js'
import { cut, withoutLinks } from './answer-text.js'
import { createRandom, type Random } from './random.js'
import { type Shape, shapeIn } from './shape.js'

export interface Question {
  readonly prompt: string
  readonly context: string
  readonly json: boolean
  readonly searched: boolean
  /** The longest answer, counted as in `string.length`. */
  readonly maxCharacters: number
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface MadeAnswer {
  readonly text: string
  /** The parsed answer if JSON was requested, else null. */
  readonly json: Json | null
}

/**
 * Answers only from prompt and context (4.7): the same ones give the same answer. A text repeats the question, JSON has the shape
 * that the prompt shows. It never contains a link or an e-mail address, and JSON is always valid.
 */
export const makeAnswer = ({ prompt, context, json, searched, maxCharacters }: Question): MadeAnswer => {
  const question = withoutLinks(prompt).trim()
  const given = withoutLinks(context).trim()
  if (json) return fillShape(question, () => createRandom(question, given), maxCharacters)
  const answer = `A stand-in answers${searched ? ', after a web search' : ''}: “${question}”`
  const whole = given === '' ? answer : `${answer}\n\nThe context was: “${given}”`
  return { text: cut(withoutLinks(whole), maxCharacters), json: null }
}

/** How much a filled shape contains. It is reduced until it fits. */
interface Measure {
  readonly text: number
  readonly elements: number
  readonly fields: number
}

const MEASURES: readonly Measure[] = [
  { text: 120, elements: 12, fields: 40 },
  { text: 48, elements: 6, fields: 40 },
  { text: 24, elements: 3, fields: 40 },
  { text: 10, elements: 2, fields: 40 },
  { text: 4, elements: 1, fields: 40 },
  { text: 0, elements: 1, fields: 8 },
  { text: 0, elements: 0, fields: 1 },
]

interface Filling {
  /** What the prompt is about, for texts. */
  readonly topic: string
  /** How many elements the prompt asks for; null if it does not say. */
  readonly count: number | null
  readonly random: Random
  readonly measure: Measure
}

const MOST_TOPIC_CHARACTERS = 60

/** Fills the shape that the prompt shows, in at most this many characters. */
const fillShape = (prompt: string, newRandom: () => Random, maxCharacters: number): MadeAnswer => {
  const shape = shapeIn(prompt)
  const aroundExample = prompt
    .replace(/[{[][\s\S]*[}\]]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s:]+|[\s:]+$/gu, '')
  const topic = cut(aroundExample, MOST_TOPIC_CHARACTERS)
  const count = countIn(aroundExample)
  for (const measure of MEASURES) {
    const json = fill(shape, '', 0, { topic, count, random: newRandom(), measure })
    const text = JSON.stringify(json)
    // Names and values come from cleaned words, but together they could still form a link.
    if (text.length <= maxCharacters && !hasLink(text)) return { text, json }
  }
  return shape.kind === 'array' ? { text: '[]', json: [] } : { text: '{}', json: {} }
}

/** @param index which repetition of an element of an array this is in, from 0 */
const fill = (shape: Shape, name: string, index: number, filling: Filling): Json => {
  const { topic, count, random, measure } = filling
  switch (shape.kind) {
    case 'object':
      return Object.fromEntries(
        shape.fields.slice(0, measure.fields).map(([key, value]) => [key, fill(value, key, index, filling)]),
      )
    case 'array': {
      const { elements } = shape
      const length = name === '' ? (count ?? shape.length) : shape.length
      return Array.from({ length: Math.min(length, measure.elements) }, (_, at) =>
        fill(elements[at % elements.length] ?? elements[0], name, at < elements.length ? 0 : at, filling),
      )
    }
    case 'text':
      return cut(textFor(name, shape.example, index, topic, random), measure.text)
    case 'number':
      return numberFor(name, shape.example, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'choice':
      return random.pick(shape.of)
  }
}

/** A short example is kept, since an app may compare it. Other texts name their field, and repeat words of the prompt. */
const textFor = (name: string, example: string, index: number, topic: string, random: Random): string => {
  if (example === '' && /hex|colou?r/iu.test(name))
    return `#${random
      .integer(2 ** 24)
      .toString(16)
      .padStart(6, '0')}`
  if (example === '' && /date/iu.test(name))
    return `20${10 + random.integer(16)}-0${1 + random.integer(9)}-1${random.integer(10)}`
  const number = index === 0 ? '' : ` ${index + 1}`
  if (/^\S{1,20}$/u.test(example)) return `${example}${number}`
  return `${name || 'text'}${number}${topic === '' ? '' : `: ${topic}`}`
}

/** A number that fits its name, or is near the example. */
const numberFor = (name: string, example: number | null, random: Random): number => {
  if (/index/iu.test(name)) return random.integer(3)
  if (example !== null && example !== 0) {
    const near = example * random.between(0.5, 1.5)
    return Number.isInteger(example) ? Math.round(near) : Math.round(near * 100) / 100
  }
  if (/year/iu.test(name)) return 1950 + random.integer(75)
  if (/rating|stars|level|difficulty|rank/iu.test(name)) return 1 + random.integer(5)
  return 1 + random.integer(100)
}

const NUMBER_WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** The first number of two or more: how many elements the words ask for. */
const countIn = (words: string): number | null => {
  for (const word of words.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    const count = /^\d{1,2}$/u.test(word) ? Number(word) : NUMBER_WORDS.indexOf(word) + 2
    if (count >= 2) return count
  }
  return null
}
