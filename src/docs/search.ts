import { LIST_TOPICS, type Reference, shortName, TOPIC_KINDS, type Topic } from './topic.js'

/**
 * The topics that a name may mean, the likeliest first: `pay`, `Service.pay()`, `mp.send`, `NEEDS_TAP`, `theme` (an event
 * and a switch), `html/remote-url`, `4.3`. Letter case does not matter.
 */
export const topicsNamed = ({ topics }: Reference, name: string): readonly Topic[] => {
  const wanted = plainName(name)
  if (wanted === '') return []
  const exact = topics.filter(({ id, aliases }) =>
    [id, ...aliases].some((one) => one.toLowerCase() === wanted),
  )
  const short = topics.filter(
    ({ id, aliases, kind }) =>
      kind !== 'rule' && [id, ...aliases].some((one) => shortName(one.toLowerCase()) === wanted),
  )
  return [...new Set([...byKind(exact), ...byKind(short)])]
}

const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^(?:window\.)?service\./, '')
    .replace(/\(.*$/s, '')
    .replace(/^section\s+/, '')

const byKind = (topics: readonly Topic[]): readonly Topic[] =>
  [...topics].sort((a, b) => TOPIC_KINDS.indexOf(a.kind) - TOPIC_KINDS.indexOf(b.kind))

/** Topics that contain every word, the best first. A word also finds those that begin with it. */
export const searchTopics = ({ topics }: Reference, words: string): readonly Topic[] => {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (wanted.length === 0) return []
  return topics
    .map((topic, index) => ({ topic, index, score: scoreOf(topic, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ topic }) => topic)
}

/** 0 where a word is missing; names count most, then titles and summaries, then the rest. */
const scoreOf = (topic: Topic, wanted: readonly string[]): number => {
  const fields = searchable(topic)
  let score = 0
  for (const word of wanted) {
    const best = Math.max(...fields.map(([weight, text]) => weight * share(text, word)))
    if (best === 0) return 0
    score += best
  }
  // Lists only repeat what other topics say.
  return topic.kind === 'section' || LIST_TOPICS.includes(topic.id)
    ? score / 10
    : score + (topic.kind === 'call' ? 1 : 0)
}

const texts = new WeakMap<Topic, readonly (readonly [weight: number, text: string])[]>()

const searchable = (topic: Topic): readonly (readonly [weight: number, text: string])[] => {
  const known = texts.get(topic)
  if (known !== undefined) return known
  const { id, title, summary, aliases } = topic
  const fields = [
    [16, [id, ...aliases].flatMap(withParts).join(' ')],
    [8, withParts(title).join(' ')],
    [4, summary],
    // Lists only repeat what other topics say.
    ...(topic.kind === 'section' || LIST_TOPICS.includes(id) ? [] : bodyOf(topic)),
  ] as const
  const lowered = fields.map(([weight, text]) => [weight, text.toLowerCase()] as const)
  texts.set(topic, lowered)
  return lowered
}

const bodyOf = ({ parts }: Topic): readonly (readonly [weight: number, text: string])[] => [
  [2, parts.flatMap(({ text = '', entries = [] }) => [text, ...entries.flatMap(entryWords)]).join(' ')],
  [1, parts.map(({ type = '', code = '' }) => `${type} ${code}`).join(' ')],
]

/** A name, and its words: `pickImage` and `pick Image`. */
const withParts = (name: string): readonly string[] => [name, name.replace(/([a-z])([A-Z])/g, '$1 $2')]

const entryWords = ({ name, text }: { readonly name: string; readonly text: string }): readonly string[] => [
  name,
  text,
]

/** Whether a word of the text begins with this one, as 1: `pay` finds `payment`, not `display`. More where it is the whole word. */
const share = (text: string, word: string): number => {
  let found = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at > 0 && LETTER.test(text.charAt(at - 1)) && LETTER.test(word.charAt(0))) continue
    if (!LETTER.test(text.charAt(at + word.length))) return WHOLE_WORD
    found = 1
  }
  return found
}

const LETTER = /[\p{L}\p{N}]/u
/** Less than what one field counts more than another. */
const WHOLE_WORD = 1.5
