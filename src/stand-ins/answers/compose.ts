import type { Random } from '../random.js'
import { inventName, inventTitle } from './names.js'
import { relevantSentence, sentencesOf, type Understood, type Wish } from './understand.js'

/** What an answer is written from. */
export interface UnderstoodQuestion {
  readonly prompt: string
  readonly context: string
  readonly understood: Understood
  readonly searched: boolean
  readonly random: Random
}

const capital = (text: string): string => {
  const [first = ''] = text
  return first.toLocaleUpperCase('en') + text.slice(first.length)
}

/** Writes an answer in sentences. */
export const compose = (question: UnderstoodQuestion): string => {
  const { searched, context, prompt, understood } = question
  const lead = searched ? `Searching the web for ${understood.topic}, this is what comes up most. ` : ''
  const whole = understood.wish === 'summary' || understood.wish === 'postcard'
  const known = whole ? null : relevantSentence(prompt, context)
  const support = known === null ? '' : `\n\nThe text you gave says it like this: “${known}”`
  return lead + WRITERS[understood.wish](question) + support
}

/** An item of a list about a topic, the same for the same position. */
export const item = (topic: string, index: number, random: Random): string => {
  const forms = [
    `${capital(topic)}, seen from the other side`,
    `A small start: one step towards ${topic}`,
    `${inventTitle(random)}, inspired by ${topic}`,
    `${capital(topic)} with a friend`,
    `The quickest way into ${topic}`,
    `${capital(topic)} at night`,
    `What most people forget about ${topic}`,
    `A game made of ${topic}`,
    `${capital(topic)} in three colours`,
    `The oldest trick of ${topic}`,
    `${capital(topic)}, but tiny`,
    `A surprise that ends with ${topic}`,
  ]
  return forms[index % forms.length] ?? topic
}

/** A short statement about a topic. */
export const statement = (topic: string, random: Random): string =>
  random.pick([
    `${capital(topic)} is easier to grasp when you look at one small part of it at a time.`,
    `What makes ${topic} interesting is how much depends on the first step.`,
    `People who know ${topic} well say that patience matters more than speed.`,
    `The heart of ${topic} is a simple idea, used again and again.`,
  ])

const WRITERS: Readonly<Record<Wish, (question: UnderstoodQuestion) => string>> = {
  list: ({ prompt, understood: { topic, count }, random }) =>
    Array.from({ length: count ?? 5 }, (_, index) =>
      /\bnames?\b/iu.test(prompt)
        ? `${index + 1}. ${random.chance(0.5) ? inventName(random) : inventTitle(random)}`
        : `${index + 1}. ${item(topic, index, random)}`,
    ).join('\n'),

  name: ({ random, prompt }) =>
    /\b(?:title|game|town|city|ship|place|team|band|level|house|world|planet|island)\b/iu.test(prompt)
      ? inventTitle(random)
      : inventName(random),

  story: ({ understood: { topic }, random }) => {
    const hero = inventName(random)
    const helper = inventName(random)
    const thing = inventTitle(random).replace('The ', 'the ')
    return (
      `Once there was someone called ${hero}, who thought of nothing but ${topic}. Everyone in the village said it could not be done; ${hero} packed a bag all the same and left before dawn.\n\n` +
      `On the third day ${hero} met ${helper}, who carried ${thing} and would not say why. They shared their bread, and little by little their secrets: ${helper} had once tried the very same, and had turned back one step too soon.\n\n` +
      `Together they took that step. It was not what either had dreamt of; it was smaller, and warmer, and quite real. When ${hero} is question about ${topic} today, the answer is always the same: “Bring someone along.”`
    )
  },

  poem: ({ understood: { topic }, random }) => {
    const [light, night, way, stay] = random.pick([
      ['light', 'night', 'way', 'stay'],
      ['sea', 'free', 'sky', 'by'],
      ['glow', 'slow', 'song', 'along'],
    ] as [[string, string, string, string], ...[string, string, string, string][]])
    return `${capital(topic)}, a little ${light},\nit keeps me company, at ease and ${night === 'night' ? 'through the night' : night};\nI hum to it along the ${way},\nand all I ask is: ${stay === 'stay' ? 'will you stay' : `come ${stay}`}?`
  },

  quiz: ({ understood: { topic }, random }) => {
    const right = random.integer(4)
    const options = [
      'one small step at a time',
      'only by chance',
      'never before noon',
      'with a map and no plan',
    ]
    const ordered = [...options.slice(1, 1 + right), options[0] ?? '', ...options.slice(1 + right)]
    return `How does ${topic} usually begin?\n${ordered.map((option, index) => `${LETTERS[index] ?? ''}) ${capital(option)}`).join('\n')}\nAnswer: ${LETTERS[right] ?? 'A'}`
  },

  joke: ({ understood: { topic }, random }) =>
    random.pick([
      `Why did ${topic} never get lost? It always knew where it was going with this.`,
      `I told my friend a joke about ${topic}. It took a while to arrive, but the delivery was perfect.`,
      `What did the clock say to ${topic}? “You have excellent timing.”`,
    ]),

  hint: ({ understood: { topic }, random }) =>
    random.pick([
      `Look at ${topic} once more, but start from the end.`,
      `Leave the biggest part of ${topic} for last: the small ones show you the way.`,
      `What you need for ${topic} has been in front of you since the beginning.`,
    ]),

  summary: ({ context, prompt, understood: { topic }, random }) => {
    const sentences = sentencesOf(context === '' ? prompt : context)
    const kept = sentences.filter((_, index) => index < 2 || index === sentences.length - 1).slice(0, 3)
    return kept.length === 0 ? statement(topic, random) : `In short: ${kept.join(' ')}`
  },

  greeting: ({ random }) =>
    random.pick([
      'Hello! What would you like to do?',
      'Hi there! Ask me anything about the game.',
      'Hello! I am ready when you are.',
    ]),

  postcard: ({ random }) =>
    random.pick([
      'Wish you were here! The days are long, the air is kind, and I think of you at every corner.',
      'Greetings from far away. It is even lovelier than I had hoped; all that is missing is you.',
      'A little hello between two adventures. I have kept you the best seat: come soon!',
    ]),

  'yes-no': ({ understood: { topic }, random }) =>
    random.pick([
      `Yes, mostly. With ${topic} it depends on where you start, and the usual case is the friendly one.`,
      `Not quite. It looks that way at first, but ${topic} has an exception that matters here.`,
      `Yes. ${statement(topic, random)}`,
    ]),

  question: ({ understood: { topic }, random }) =>
    `The short answer: ${topic} comes down to a few things that work together. ${statement(topic, random)} If you want to see it for yourself, change one thing, watch what happens, and change it back.`,

  task: ({ understood: { topic }, random }) =>
    `Here is something on ${topic}. ${statement(topic, random)} ${random.pick(['Take it as a beginning and make it yours.', 'There is more to it, but this is where it starts.', 'Try it, and keep what works.'])}`,
}

const LETTERS = ['A', 'B', 'C', 'D'] as const
