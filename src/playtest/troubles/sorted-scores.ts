import type { AppData } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { settledLook } from '../look.js'
import { numberOf } from '../shown-numbers.js'
import { explore } from './explore.js'
import type { Stage } from './trouble.js'

/**
 * Opens the app as it is for someone who has played more: a list of scores that it keeps has scores of one digit and of several then,
 * the best one first. An app that sorts them as texts shows `9` above `10`.
 */
export const sortedAsTexts = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, entry, close, open } = stage
  if (withScores(await client.data()) === null) await explore(stage, TAPS, undefined, { playMs: 0 })
  const data = await client.data()
  const more = withScores(data)
  if (more === null) return []
  const linesWith = async (saved: AppData): Promise<readonly string[]> => {
    await close()
    await client.setData(saved)
    await open()
    return (await settledLook(window))?.lines ?? []
  }
  // What is not shown may be something else.
  if (!showsScores(await linesWith(data), data) || !areAsTexts(await linesWith(more))) return []
  return [
    {
      ...breach(
        'run/broken-value',
        entry,
        `The app has saved the scores ${SCORES.join(', ')}, and shows them in the order ${AS_TEXTS.join(', ')}.`,
      ),
      fix: 'Sort numbers with (a, b) => b - a: without it, sort() compares them as texts.',
    },
  ]
}

/** The best first, as numbers. */
const SCORES = [120, 45, 30, 9, 8] as const
/** The same, as texts. */
const AS_TEXTS = [...SCORES].sort((a, b) => (String(a) < String(b) ? 1 : -1))

/** Puts `SCORES` into the list of scores that the person in seat 1 keeps. @returns null where there is none */
export const withScores = (data: AppData): AppData | null => {
  const kept = keptScores(data)
  if (kept === null) return null
  const value = JSON.stringify(SCORES.map((score) => withScore(kept.list[0], score)))
  return { ...data, storage: { ...data.storage, '1': { ...data.storage?.['1'], [kept.key]: value } } }
}

/** Whether every score that is kept is the last number of a line. */
export const showsScores = (lines: readonly string[], data: AppData): boolean => {
  const numbers = new Set(lines.map(lastNumber))
  return (keptScores(data)?.list ?? []).every((entry) => {
    const [name] = scoreNames(entry)
    return numbers.has(Number(name === undefined ? entry : Reflect.get(Object(entry), name)))
  })
}

const keptScores = (data: AppData): { readonly key: string; readonly list: readonly unknown[] } | null => {
  for (const [key, text] of Object.entries(data.storage?.['1'] ?? {})) {
    const list = SCORE_KEY.test(key) ? scoresOf(text) : null
    if (list !== null) return { key, list }
  }
  return null
}

/** A short list of scores, or of entries that each have one number, which is called a score; else null. */
const scoresOf = (text: string): readonly unknown[] | null => {
  const list: unknown = parsed(text)
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST) return null
  return list.every((one: unknown) => isScore(one) || scoreNames(one).length === 1) ? list : null
}

const isScore = (value: unknown): boolean => typeof value === 'number' && value > 0

/** The names of an entry's numbers; none where one of them is not called a score. */
const scoreNames = (entry: unknown): readonly string[] => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return []
  const names = Object.entries(entry).flatMap(([name, value]) =>
    isScore(value) && !TIME.test(name) ? [name] : [],
  )
  return names.every((name) => SCORE.test(name)) ? names : []
}

const withScore = (entry: unknown, score: number): unknown => {
  const [name] = scoreNames(entry)
  return name === undefined ? score : { ...Object(entry), [name]: score }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether the last numbers of lines that follow each other are `SCORES`, sorted as texts. */
export const areAsTexts = (lines: readonly string[]): boolean => {
  const numbers = lines.map(lastNumber)
  return numbers.some((_, at) => AS_TEXTS.every((number, place) => numbers[at + place] === number))
}

const lastNumber = (line: string): number => numberOf(line.match(/\d+(?:[.,]\d+)*/g)?.at(-1))

const SCORE_KEY = /scores?|results?|ranking|leaders?|bests?|history|records?$/i
const SCORE = /^(?:score|points?|result|value)$/i
const TIME = /^(?:at|time|date|when|id|created\w*|timestamp)$/i
/** What saves a result may have been tapped by nobody yet. */
const TAPS = 8
/** More are the states of levels, and the like. */
const MOST = 20
