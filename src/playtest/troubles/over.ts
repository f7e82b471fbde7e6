import { type Breach, breach } from '../judge.js'

/** The numbers of a game by their names, such as its score. */
export type Scores = ReadonlyMap<string, number>

/** What is known of a game's numbers in one round. */
export interface ScoredRound {
  /** Whether it was begun as a new game, such as with “Play again”. */
  readonly isNew: boolean
  readonly start: Scores
  readonly end: Scores
  /** The same a while after the end, where the game says that it is over; else null. */
  readonly later: Scores | null
}

/** What a game does not end with its end: a score that begins where the last one ended, and a number that goes on. */
export const notOver = (entry: string, rounds: readonly ScoredRound[]): readonly Breach[] => {
  const names = [...new Set(rounds.flatMap(({ start }) => [...start.keys()]))].sort()
  return names.flatMap((name) => {
    const begun = rounds.flatMap(({ isNew, start }, index) => {
      const before = rounds[index - 1]?.end.get(name) ?? 0
      return isNew && before > 0 ? [{ before, now: start.get(name) }] : []
    })
    const [kept] = begun
    // Points may be money, and what rises by one a game counts the games.
    const isOfOne =
      name.startsWith('score') &&
      rounds.some(({ start, end }) => (end.get(name) ?? 0) - (start.get(name) ?? 0) >= LEAST_GAIN)
    const isKept = begun.length >= LEAST_ROUNDS && begun.every(({ before, now }) => now === before)
    if (kept !== undefined && isOfOne && isKept)
      return [
        breach(
          'run/old-score',
          entry,
          `A new game begins with the ${name} of the last one: ${kept.before}, and so on each time.`,
        ),
      ]
    const over = rounds.flatMap(({ end, later }) =>
      later === null ? [] : [{ end: end.get(name), later: later.get(name) }],
    )
    const [first] = over
    const goesOn = over.every(
      (one) => one.end !== undefined && one.later !== undefined && one.end !== one.later,
    )
    return first !== undefined && over.length >= LEAST_ROUNDS && goesOn
      ? [
          breach(
            'run/plays-on',
            entry,
            `The ${name} keeps changing after the game is over: it was ${first.end}, and then ${first.later}.`,
          ),
        ]
      : []
  })
}

/** Once may be chance. */
const LEAST_ROUNDS = 2
const LEAST_GAIN = 2
