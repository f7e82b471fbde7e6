import { wordsOf } from '../words.js'

/** The kind of answer that a prompt asks for. */
export type Wish =
  | 'list'
  | 'name'
  | 'story'
  | 'poem'
  | 'quiz'
  | 'joke'
  | 'hint'
  | 'summary'
  | 'greeting'
  | 'postcard'
  | 'yes-no'
  | 'question'
  | 'task'

export interface Understood {
  readonly wish: Wish
  /** What it is about, in the prompt's own words, at most a few. */
  readonly topic: string
  /** How many items are requested; null if the prompt has no number. */
  readonly count: number | null
}

const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}

const MOST_THINGS = 12

/** Words without a meaning of their own, or that only say what kind of answer is requested. */
const STOP_WORDS = new Set(
  (
    'a an the of in on at by with and or but if to for from is are was were be been am do does did can could would should will shall may might must ' +
    'i you he she it we they me him her us them my your his its our their this that these those there here what which who whom whose why how when where ' +
    'please give make write tell say list name names suggest generate create describe explain answer reply return output show find help want need like just only some any ' +
    'me about one two three four five six seven eight nine ten short long brief simple new good best great funny very more most less than not no yes ' +
    'story tale poem haiku quiz question questions trivia joke hint hints summary summarize summarise idea ideas thing things example examples word words sentence sentences ' +
    'go goes going went happen happens continue start begin ends end make makes made let lets know think see look use used write writes playing play plays much many level next previous text ' +
    'json format fields field keys key object array string number boolean player players game as into up out so also each every using use between hello hi hey thanks ' +
    'ein eine der die das und ist was wie wer warum wo mir bitte schreibe nenne gib uber le la les un une des et est que quoi comment pourquoi el los las un una y es que como por para'
  ).split(' '),
)

const TOPIC_WORDS = 4

export const understand = (prompt: string): Understood => {
  const words = wordsOf(prompt)
  return { wish: wishOf(prompt, words), topic: topicOf(prompt), count: countOf(words) }
}

const has = (words: readonly string[], ...any: readonly string[]): boolean =>
  any.some((word) => words.includes(word))

const wishOf = (prompt: string, words: readonly string[]): Wish => {
  const [first = ''] = words
  if (has(words, 'poem', 'haiku', 'verse', 'rhyme', 'gedicht', 'poeme', 'poema', 'song', 'lyrics'))
    return 'poem'
  if (has(words, 'story', 'tale', 'geschichte', 'histoire', 'historia', 'adventure', 'plot', 'fairytale'))
    return 'story'
  if (has(words, 'quiz', 'trivia', 'riddle', 'ratsel')) return 'quiz'
  if (has(words, 'joke', 'pun', 'witz', 'blague', 'chiste')) return 'joke'
  if (has(words, 'hint', 'clue', 'tip', 'advice')) return 'hint'
  if (has(words, 'summary', 'summarize', 'summarise', 'summarizing', 'shorten', 'zusammenfassung', 'resume'))
    return 'summary'
  if (
    has(
      words,
      'list',
      'ideas',
      'suggestions',
      'examples',
      'steps',
      'ways',
      'reasons',
      'tips',
      'liste',
      'lista',
    )
  )
    return 'list'
  if (has(words, 'name', 'names', 'nickname', 'title', 'called', 'namen', 'nom', 'nombre'))
    return countOf(words) === null && !has(words, 'names', 'namen') ? 'name' : 'list'
  if (has(words, 'postcard', 'postcards', 'greetings', 'postkarte', 'postal')) return 'postcard'
  if (countOf(words) !== null && !prompt.trim().endsWith('?')) return 'list'
  if (words.length <= 4 && has(words, 'hello', 'hi', 'hey', 'hallo', 'bonjour', 'hola')) return 'greeting'
  if (
    [
      'is',
      'are',
      'was',
      'were',
      'do',
      'does',
      'did',
      'can',
      'could',
      'should',
      'will',
      'would',
      'has',
      'have',
    ].includes(first)
  )
    return 'yes-no'
  const asks = [
    'what',
    'which',
    'who',
    'whose',
    'why',
    'how',
    'when',
    'where',
    'was',
    'wie',
    'wer',
    'warum',
    'comment',
    'pourquoi',
    'que',
    'como',
  ]
  return prompt.trim().endsWith('?') || asks.includes(first) ? 'question' : 'task'
}

const countOf = (words: readonly string[]): number | null => {
  for (const word of words) {
    const count = Object.hasOwn(NUMBERS, word)
      ? NUMBERS[word]
      : /^\d{1,2}$/.test(word)
        ? Number(word)
        : undefined
    if (count !== undefined && count >= 2) return Math.min(count, MOST_THINGS)
  }
  return null
}

/** The topic of the prompt: the words after "about" or "for", or else the first words with a meaning. */
const topicOf = (prompt: string): string => {
  const line = prompt
    .replace(/[{[][\s\S]*[}\]]/gu, ' ')
    .replace(/\b(?:with )?(?:the )?(?:fields?|keys?|properties|attributes|columns)\b[^.!?\n]*/giu, ' ')
  const after = /\b(?:about|on the topic of|uber|über|sur|sobre|for|of)\s+([^.,;:!?\n]{2,60})/iu.exec(
    line,
  )?.[1]
  for (const part of [after, line]) {
    const found = meaningful(part ?? '')
    if (found !== '') return found
  }
  return 'this'
}

/** The first run of words with a meaning, as they were written. */
const meaningful = (text: string): string => {
  const run: string[] = []
  for (const word of text.split(/[^\p{L}\p{M}\p{N}'’-]+/u)) {
    const [plain] = wordsOf(word)
    if (plain === undefined || STOP_WORDS.has(plain) || /^\d+$/.test(plain)) {
      if (run.length >= 2) break
      if (plain === 'and' && run.length === 1) run.push('and')
      continue
    }
    run.push(word.slice(0, LONGEST_WORD))
    if (run.length === TOPIC_WORDS) break
  }
  if (run.at(-1) === 'and') run.pop()
  return run.join(' ')
}

const LONGEST_WORD = 30

/** The sentence of the context with the most words in common with the prompt, the longest of several; null if none. */
export const relevantSentence = (prompt: string, context: string): string | null => {
  const promptWords = new Set(wordsOf(prompt).filter((word) => !STOP_WORDS.has(word)))
  let best: string | null = null
  let most = 0
  for (const sentence of sentencesOf(context)) {
    const shared = new Set(wordsOf(sentence).filter((word) => promptWords.has(word))).size
    if (shared > most || (shared > 0 && shared === most && sentence.length > (best ?? '').length)) {
      most = shared
      best = sentence
    }
  }
  return best
}

export const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
