import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import {
  NICKNAME_MAX_CHARACTERS,
  NICKNAME_MAX_DIGITS_IN_A_ROW,
  NICKNAME_MIN_CHARACTERS,
} from '../../platform/limits.js'
import { codePoints } from '../../platform/text.js'
import { hasControlCharacter, hasLink } from '../../platform/text-rules.js'

/** Why the host rejects a nickname (4.6). */
export type NicknameFault =
  | 'too-short'
  | 'too-long'
  | 'characters'
  | 'link'
  | 'at-sign'
  | 'hash'
  | 'digits'
  | 'imitation'
  | 'slur'

/** What the nickname sheet says about each fault. */
export const NICKNAME_FAULTS = {
  'too-short': `A nickname must have at least ${NICKNAME_MIN_CHARACTERS} characters.`,
  'too-long': `A nickname can have at most ${NICKNAME_MAX_CHARACTERS} characters.`,
  characters: 'A nickname must be one line of visible characters.',
  link: 'A nickname cannot contain a link.',
  'at-sign': 'A nickname cannot contain an @.',
  hash: 'A nickname cannot contain a #.',
  digits: `A nickname cannot contain a number with more than ${NICKNAME_MAX_DIGITS_IN_A_ROW} digits.`,
  imitation: 'This nickname looks like a name of the service itself.',
  slur: 'This nickname cannot be used.',
} as const satisfies Record<NicknameFault, string>

/**
 * Checks a nickname that a person typed (4.6): 2 to 20 characters in any language, without links, `@`, `#`, numbers of
 * 5 or more digits, names that imitate the service, or slurs.
 * @param text as typed; white space at the ends is ignored
 * @returns null if it is allowed
 */
export const nicknameFault = (text: string): NicknameFault | null => {
  const nickname = text.trim()
  const length = codePoints(nickname)
  if (length < NICKNAME_MIN_CHARACTERS) return 'too-short'
  if (length > NICKNAME_MAX_CHARACTERS) return 'too-long'
  if (hasControlCharacter(nickname) || INVISIBLE.test(nickname) || !showsSomething(nickname))
    return 'characters'
  const plain = nickname.normalize('NFKC')
  if (plain.includes('@')) return 'at-sign'
  if (plain.includes('#')) return 'hash'
  if (hasLink(nickname)) return 'link'
  if (LONG_NUMBER.test(plain)) return 'digits'
  if (IMITATIONS.has(skeleton(plain))) return 'imitation'
  if (holdsSlur(plain.replace(/[._-]/g, ' '))) return 'slur'
  return null
}

// Line and paragraph separators, bidirectional controls, tags and lone surrogates. No name needs them.
const INVISIBLE =
  /[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}|\p{Co}|\p{Cn}/u
// Filler characters count as letters but are invisible.
const showsSomething = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
// Digits of any script. Separators between digits do not start a new number.
const LONG_NUMBER = new RegExp(`(?:\\p{Nd}[\\s.,_-]?){${NICKNAME_MAX_DIGITS_IN_A_ROW},}\\p{Nd}`, 'u')

/** Names that a service uses for itself. No person may use one (4.6). */
const IMITATIONS: ReadonlySet<string> = new Set(
  [
    'admin',
    'administrator',
    'moderator',
    'mod',
    'official',
    'owner',
    'root',
    'security',
    'service',
    'staff',
    'support',
    'system',
    'team',
    'theservice',
  ].flatMap((name) => [name, `${name}s`, `${name}team`, `official${name}`, `service${name}`]),
)

/** A name reduced to what people read: without accents, case, punctuation, spaces, and digits in place of letters. */
const skeleton = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[0134578$!|]/g, (character) => LOOKALIKES[character] ?? character)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[а-яіѕј]/g, (character) => CYRILLIC[character] ?? character)

const LOOKALIKES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  $: 's',
  '!': 'i',
  '|': 'i',
}

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  і: 'i',
  ј: 'j',
  о: 'o',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  м: 'm',
  н: 'h',
  к: 'k',
}

/** Names of people, places and things that the data set mistakes for slurs. */
const INNOCENT = [
  'fagin',
  'fukuoka',
  'penistone',
  'pussycat',
  'retardant',
  'shiitake',
  'shital',
  'slutsky',
  'van dyke',
  'vandyke',
  'wankel',
]

const english = englishDataset.build()
const slurs = new RegExpMatcher({
  ...english,
  whitelistedTerms: [...(english.whitelistedTerms ?? []), ...INNOCENT],
  ...englishRecommendedTransformers,
})

/**
 * Whether a name contains a slur, with digits read as the letters that they look like. A separate number beside words
 * is read as a number: a slur that only the number spells, or the number with one letter of a longer word next to it
 * ("Ben 664"), does not count. A slur that includes more of its neighbours does.
 * @param plain with spaces in place of separators
 */
const holdsSlur = (plain: string): boolean => {
  const hasLetters = /\p{L}/u.test(plain)
  const parts = [...plain.matchAll(/\S+/gu)].map(({ index, 0: part }) => ({
    from: index,
    part,
    // Digits directly beside letters may stand for letters.
    isNumber: hasLetters && /^\p{Nd}+$/u.test(part),
  }))
  return (
    spells(
      plain,
      parts.map(({ from, part, isNumber }) => ({ from, length: part.length, isNumber })),
    ) ||
    spells(
      skeleton(plain),
      parts.map(({ from, part, isNumber }) => ({
        from: skeleton(plain.slice(0, from)).length,
        length: skeleton(part).length,
        isNumber,
      })),
    )
  )
}

/** A part of a name between spaces, by its position in a text. */
interface Part {
  readonly from: number
  readonly length: number
  readonly isNumber: boolean
}

/** Whether a text of these parts contains a slur that is more than a number and a letter that happens to be next to it. */
const spells = (text: string, parts: readonly Part[]): boolean =>
  slurs.getAllMatches(text).some(({ startIndex, endIndex }) => {
    const touched = parts
      .map((part) => ({
        ...part,
        taken: Math.min(endIndex + 1, part.from + part.length) - Math.max(startIndex, part.from),
      }))
      .filter(({ taken }) => taken > 0)
    const numbers = touched.filter(({ isNumber }) => isNumber)
    const words = touched.filter(({ isNumber }) => !isNumber)
    const isChance = words.every(({ taken, length }) => taken === 1 && length > 1)
    return numbers.length !== 1 || words.length > 1 || !isChance
  })

const FIRST =
  'Amber Brave Calm Clever Cosmic Eager Gentle Golden Happy Jolly Lucky Mellow Nimble Quick Silver Sunny'.split(
    ' ',
  )
const SECOND =
  'Badger Comet Dolphin Falcon Fox Heron Koala Lynx Maple Otter Panda Pebble Puffin Robin Tiger Willow'.split(
    ' ',
  )

/**
 * Nicknames that the sheet suggests. Children can pick only from these (4.6).
 * @param random returns numbers from 0 to below 1
 * @param count how many; all are different
 */
export const suggestNicknames = (random: () => number, count: number): readonly string[] => {
  const names = new Set<string>()
  while (names.size < Math.min(count, FIRST.length * SECOND.length))
    names.add(`${pick(FIRST, random)} ${pick(SECOND, random)}`)
  return [...names]
}

/** Whether a nickname is one that the sheet may suggest. */
export const isSuggestedNickname = (nickname: string): boolean => {
  const [first = '', second = '', ...more] = nickname.split(' ')
  return more.length === 0 && FIRST.includes(first) && SECOND.includes(second)
}

const pick = (words: readonly string[], random: () => number): string =>
  words[Math.floor(random() * words.length)] ?? ''
