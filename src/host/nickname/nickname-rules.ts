import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import {
  NICKNAME_MAX_CHARACTERS,
  NICKNAME_MAX_DIGITS_IN_A_ROW,
  NICKNAME_MIN_CHARACTERS,
} from '../../platform/limits.js'
import { codePoints } from '../../platform/text.js'
import { hasControlCharacter, hasLink } from '../../platform/text-rules.js'

/** Why the host refuses a nickname (4.6), or null where it takes it. */
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

/** What the person is told, in the words of the nickname sheet. */
export const NICKNAME_FAULTS = {
  'too-short': `A nickname has at least ${NICKNAME_MIN_CHARACTERS} characters.`,
  'too-long': `A nickname has at most ${NICKNAME_MAX_CHARACTERS} characters.`,
  characters: 'A nickname is one line of visible characters.',
  link: 'A nickname cannot hold a link.',
  'at-sign': 'A nickname cannot hold an @.',
  hash: 'A nickname cannot hold a #.',
  digits: `A nickname cannot hold a number of more than ${NICKNAME_MAX_DIGITS_IN_A_ROW} digits.`,
  imitation: 'This nickname looks like one of the service itself.',
  slur: 'This nickname cannot be used.',
} as const satisfies Record<NicknameFault, string>

/**
 * Judges a nickname that a person typed (4.6): 2 to 20 characters in any language, no links, `@`, `#`, numbers of
 * 5 or more digits, names imitating the service, and slurs.
 * @param text as typed; white space at the ends does not count
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

// Line and paragraph separators, bidirectional controls, tags and lone surrogates: nothing that a name needs.
const INVISIBLE =
  /[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}|\p{Co}|\p{Cn}/u
// Fillers are letters by their class and show nothing.
const showsSomething = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
// Digits of any script; separators between them do not make two numbers of one.
const LONG_NUMBER = new RegExp(`(?:\\p{Nd}[\\s.,_-]?){${NICKNAME_MAX_DIGITS_IN_A_ROW},}\\p{Nd}`, 'u')

/** The names by which a service speaks of itself: no person may go by one (4.6). */
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

/** A name without what makes it look different only: accents, case, punctuation, spaces, digits for letters. */
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

/** Names of people, places and things that the data set takes for a slur with something around it. */
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
 * Whether a name holds a slur, digits read as the letters that they look like. A number that stands by itself beside
 * words is a number: what it spells alone is nothing, nor with the one letter of a longer word that happens to stand
 * next to it ("Ben 664"), and what it spells together with more of its neighbours counts.
 * @param plain with spaces for what stands for them
 */
const holdsSlur = (plain: string): boolean => {
  const hasLetters = /\p{L}/u.test(plain)
  const parts = [...plain.matchAll(/\S+/gu)].map(({ index, 0: part }) => ({
    from: index,
    part,
    // A number that touches a letter may be letters itself.
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

/** A part of a name between spaces, by its place in a text. */
interface Part {
  readonly from: number
  readonly length: number
  readonly isNumber: boolean
}

/** Whether there is a slur in a text of these parts that is more than a number with what stands next to it by chance. */
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
 * Nicknames that the sheet offers; children pick from these alone (4.6).
 * @param random numbers from 0 up to 1
 * @param count how many, all different
 */
export const suggestNicknames = (random: () => number, count: number): readonly string[] => {
  const names = new Set<string>()
  while (names.size < Math.min(count, FIRST.length * SECOND.length))
    names.add(`${pick(FIRST, random)} ${pick(SECOND, random)}`)
  return [...names]
}

/** Whether a nickname is one of those that the sheet may offer. */
export const isSuggestedNickname = (nickname: string): boolean => {
  const [first = '', second = '', ...more] = nickname.split(' ')
  return more.length === 0 && FIRST.includes(first) && SECOND.includes(second)
}

const pick = (words: readonly string[], random: () => number): string =>
  words[Math.floor(random() * words.length)] ?? ''
