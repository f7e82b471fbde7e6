import type { ScriptNeeds } from '../needs.js'
import { WINDOWS_AROUND } from './known-names.js'
import { onceEach, wordOfText } from './node.js'
import type { ScriptUse } from './use.js'
import { push } from './write-notes.js'

/** Which scripts are looked into, and for which words. */
export class ScriptInterest {
  readonly #words: ReadonlySet<string>
  readonly #any: RegExp

  constructor(needs: readonly ScriptNeeds[]) {
    this.#words = new Set(needs.flatMap(({ words }) => words))
    this.#any = anyOf(this.#words)
  }

  /** Whether a script may have a use that is needed. */
  mayUse(text: string): boolean {
    return this.#any.test(text)
  }

  hasWord(word: string): boolean {
    return this.#words.has(word)
  }
}

/** How a word is written where it is not written as it is. */
const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map([
  ['import', ['import', 'from']],
  // The element, and not the `use strict` of nearly every script.
  ['use', ['use(?=["\'`])']],
  ['<use', ['(?<=<)use']],
])

/** An escape of a character of a name, or of none: it can hide any word. */
const ESCAPE = String.raw`\\(?:[^nrtbfv\W]|[\r\n\u2028\u2029])`

/** Whether one of a reader's words may stand in a script. */
export const mayHold = ({ words }: ScriptNeeds, text: string): boolean => patternOf(words).test(text)

const patternOf = onceEach((words: readonly string[]) => anyOf(new Set(words)))

const anyOf = (words: ReadonlySet<string>): RegExp => {
  if (words.size === 0) return /(?!)/
  const written = [...words].flatMap((word) => WRITTEN.get(word) ?? [word])
  // Sorted, so that the beginnings that they share are looked for once.
  return new RegExp(`\\b(?:${written.sort().join('|')})\\b|${ESCAPE}`)
}

/** The uses of a script that contain one of the words that a reader needs, in the order of the text. */
export const usesNeeded = (uses: readonly ScriptUse[], { words }: ScriptNeeds): readonly ScriptUse[] => {
  const found = new Set<number>()
  for (const word of uses.length === 0 ? [] : words)
    for (const place of placesOf(uses).get(word) ?? []) found.add(place)
  return [...found].sort((a, b) => a - b).flatMap((place) => uses[place] ?? [])
}

/** By word, where the uses are in the list; found once for all readers, of whom each wants few. */
const placesOf = onceEach((uses: readonly ScriptUse[]): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>()
  for (const [place, { names, values, around }] of uses.entries()) {
    const texts = values.flatMap((value) => wordOfText(value) ?? [])
    for (const word of [...names, ...(around ? WINDOWS_AROUND : []), ...texts]) push(places, word, place)
  }
  return places
})

/** The names that begin nearly any path of names, and tell nothing. */
const COMMON_OBJECTS: ReadonlySet<string> = new Set(['document', 'location', 'navigator', 'screen'])

/**
 * Of each path, such as `navigator.usb.getDevices`, a word without which no script can use it: the first, or where
 * that is an object that everybody uses, the longest of the others.
 */
export const wordsOfPaths = (paths: Iterable<string>): readonly string[] => {
  const words = new Set<string>()
  for (const path of paths) {
    const [first = '', ...more] = path.split('.')
    const others = more.toSorted((a, b) => b.length - a.length)
    words.add(COMMON_OBJECTS.has(first) ? (others[0] ?? first) : first)
  }
  return [...words]
}
