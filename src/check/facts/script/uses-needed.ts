import type { ScriptNeeds } from '../needs.js'
import type { ScriptInterest } from './interest.js'
import { WINDOWS_AROUND } from './known-names.js'
import { wordOfText } from './node.js'
import type { ParsedScript } from './read.js'
import type { ScriptUse } from './use.js'

/** The uses of a script that contain one of the words that a reader needs, in the order of the text. */
export const usesNeeded = (
  script: ParsedScript,
  needs: ScriptNeeds,
  interest: ScriptInterest,
): readonly ScriptUse[] => {
  if (script.uses.length === 0) return []
  const wanted = wantedBy(needs)
  const found = new Set<number>()
  for (const [word, places] of placesOf(script.uses, interest))
    if (wanted.has(word)) for (const place of places) found.add(place)
  return [...found].sort((a, b) => a - b).flatMap((place) => script.uses[place] ?? [])
}

/** By word, where the uses are in the list; found once for all readers, of whom each wants few. */
const placesOf = (
  uses: readonly ScriptUse[],
  interest: ScriptInterest,
): ReadonlyMap<string, readonly number[]> => {
  const known = PLACES.get(uses)
  if (known !== undefined) return known
  const places = new Map<string, number[]>()
  const note = (word: string, place: number): void => {
    if (!interest.hasWord(word)) return
    const list = places.get(word)
    if (list === undefined) places.set(word, [place])
    else list.push(place)
  }
  for (const [place, { names, values, around }] of uses.entries()) {
    for (const name of names) note(name, place)
    if (around) for (const name of WINDOWS_AROUND) note(name, place)
    for (const value of values) {
      const word = wordOfText(value)
      if (word !== null) note(word, place)
    }
  }
  PLACES.set(uses, places)
  return places
}

const PLACES = new WeakMap<readonly ScriptUse[], ReadonlyMap<string, readonly number[]>>()

const wantedBy = (needs: ScriptNeeds): ReadonlySet<string> => {
  const known = WANTED.get(needs) ?? new Set(needs.words)
  WANTED.set(needs, known)
  return known
}

const WANTED = new WeakMap<ScriptNeeds, ReadonlySet<string>>()
