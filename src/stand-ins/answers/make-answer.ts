import { hasLink } from '../../platform/text-rules.js'
import { createRandom } from '../random.js'
import { withoutLinks } from './clean.js'
import { compose, type UnderstoodQuestion } from './compose.js'
import { cut } from './cut.js'
import { fillShape, type Json } from './fill-shape.js'
import { shapeIn } from './shape.js'
import { understand } from './understand.js'

export interface Question {
  readonly prompt: string
  readonly context: string
  readonly json: boolean
  readonly searched: boolean
  /** The longest answer, counted as in `string.length`. */
  readonly maxCharacters: number
}

export interface MadeAnswer {
  readonly text: string
  /** The parsed answer if JSON was requested, else null. */
  readonly json: Json | null
}

/**
 * Answers only from prompt and context (4.7): the same ones give the same answer. It never contains a link or an e-mail
 * address, and JSON is always valid.
 */
export const makeAnswer = ({ prompt, context, json, searched, maxCharacters }: Question): MadeAnswer => {
  const cleanPrompt = withoutLinks(prompt)
  const given = withoutLinks(context)
  const understood = understand(cleanPrompt)
  const newRandom = () => createRandom(cleanPrompt, given)
  if (json) {
    const shape = shapeIn(cleanPrompt) ?? DEFAULT_SHAPE[understood.wish === 'list' ? 'list' : 'object']
    const filled = fillShape(shape, understood, newRandom, maxCharacters)
    // Names and values come from cleaned words, but together they could still form a link.
    return !hasLink(filled.text)
      ? filled
      : fillShape({ kind: 'object', fields: [] }, understood, newRandom, maxCharacters)
  }
  const question: UnderstoodQuestion = {
    prompt: cleanPrompt,
    context: given,
    understood,
    searched,
    random: newRandom(),
  }
  return { text: cut(withoutLinks(compose(question)).trim(), maxCharacters), json: null }
}

const DEFAULT_SHAPE = {
  object: { kind: 'object', fields: [['answer', { kind: 'text', example: '' }]] },
  list: {
    kind: 'object',
    fields: [['items', { kind: 'array', element: { kind: 'text', example: '' }, length: 5 }]],
  },
} as const
