import { type Breach, breach } from '../judge.js'

/** The numbers of a game by their names, such as its score. */
export type Scores = ReadonlyMap<string, number>

/** What is known of a game's numbers in one round. */
export interface ScoredRound {
  /** Whether it was begun as a new game, such as with “Play again”. */
  readonly isNew: boolean
  readonly start: Scores
  /** As it was last seen while the game went on. */
  readonly during: Scores
  readonly end: Scores
  /** The same a while after the end, where the game says that it is over; else null. */
  readonly later: Scores | null
  /** The same once the controls of the game were tapped after that. */
  readonly tapped: Scores | null
  /** The best score in sight at the end; null where there is none, or the game does not say that it is over. */
  readonly best: number | null
  /** What the fields of its board show, as `board` has them: as it begins, and as it was last seen while it went on. */
  readonly board: { readonly start: readonly string[]; readonly end: readonly string[] }
  /** The same in a pause; null where there was none. */
  readonly paused: PausedScores | null
}

/** The numbers of a game before and after taps. */
export interface TappedScores {
  readonly before: Scores
  readonly after: Scores
}

/** What is known of a pause. */
interface PausedScores {
  readonly start: Scores
  /** A while later. */
  readonly later: Scores
  /** Whether it was over by then. */
  readonly isOver: boolean
  /** What taps on the playing field did in it; null where nobody tapped, or a tap ends it. */
  readonly tapped: TappedScores | null
}

/**
 * What a game does not stop at its end or in a pause: a score with which the next game begins, a number that keeps changing, taps
 * that still count, and a best score that is not updated.
 */
export const notOver = (entry: string, rounds: readonly ScoredRound[]): readonly Breach[] => {
  const pauses = rounds.flatMap(({ paused }) => (paused === null ? [] : [paused]))
  if (pauses.length >= LEAST_ROUNDS && pauses.every(({ isOver }) => isOver))
    return [breach('run/plays-on', entry, 'The game was paused, but continues by itself after a moment.')]
  const names = [...new Set(rounds.flatMap(({ start }) => [...start.keys()]))].sort()
  return names.flatMap((name) => {
    const begun = rounds.flatMap(({ isNew, start }, index) => {
      const before = rounds[index - 1]?.end.get(name) ?? 0
      return isNew && before > 0 ? [{ before, now: start.get(name) }] : []
    })
    const [kept] = begun
    const isOfOne = isScore(name) && rounds.some((round) => gains(round, name))
    const isKept = begun.length >= LEAST_ROUNDS && begun.every(({ before, now }) => now === before)
    if (kept !== undefined && isOfOne && isKept)
      return [
        breach(
          'run/old-score',
          entry,
          `Each new game begins with the ${name} of the last one, such as ${kept.before}.`,
        ),
      ]
    const over = goingOn(
      name,
      rounds.flatMap(({ end, later }) => (later === null ? [] : [{ start: end, later }])),
    )
    const paused = goingOn(name, pauses)
    const inPause = goingOn(
      name,
      pauses.flatMap(({ tapped: taps }) =>
        taps === null ? [] : [{ start: taps.before, later: taps.after }],
      ),
    )
    const tapped = goingOn(
      name,
      rounds.flatMap(({ later, tapped: after }) =>
        later === null || after === null ? [] : [{ start: later, later: after }],
      ),
    )
    const [, beaten] = beatenBests(rounds, name)
    const playsOn = (when: string, change: string): Breach =>
      breach('run/plays-on', entry, `The ${name} keeps changing ${when}: ${change}.`)
    return [
      ...(over === null ? [] : [playsOn('after the game is over', over)]),
      ...(paused === null ? [] : [playsOn('while the game is paused', paused)]),
      ...(paused !== null || inPause === null
        ? []
        : [playsOn('with taps on the playing field while the game is paused', inPause)]),
      ...(over !== null || tapped === null ? [] : [playsOn('with taps after the game is over', tapped)]),
      ...(beaten === undefined || !/^score/.test(name)
        ? []
        : [
            {
              ...breach(
                'run/broken-value',
                entry,
                `The game is over with a score of ${beaten.end.get(name) ?? 0}, and the best score is still ${beaten.best ?? 0}.`,
              ),
              fix: 'Show the best score again when it changes, not only when the page loads.',
            },
          ]),
    ]
  })
}

/**
 * The indexes of the fields that a new game has as the last one left them; empty if they are few, or less than most of the fields
 * that were played.
 */
export const leftOnBoard = (last: ScoredRound['board'], next: ScoredRound['board']): readonly number[] => {
  if (last.start.length !== last.end.length || last.end.length !== next.start.length) return []
  const played = last.end.flatMap((field, at) => (field === last.start[at] ? [] : [at]))
  const left = played.filter((at) => next.start[at] === last.end[at])
  return left.length >= LEAST_FIELDS && left.length >= played.length * MOST_LEFT ? left : []
}

const LEAST_FIELDS = 3
const MOST_LEFT = 0.8

/** The rounds that ended with more than the best score in sight. */
export const beatenBests = (rounds: readonly ScoredRound[], name: string): readonly ScoredRound[] =>
  rounds.filter(({ best, end }) => best !== null && best < (end.get(name) ?? 0))

/** Whether a number begins again with each game: points may be money. */
export const isScore = (name: string): boolean => /^(?:score|moves)/.test(name)

/** Whether something was won in a round: what rises by one at its end may count the games. */
export const hasScored = (round: ScoredRound): boolean =>
  [...round.start.keys()].some((name) => isScore(name) && gains(round, name))

const gains = ({ start, during, end }: ScoredRound, name: string): boolean => {
  const first = start.get(name) ?? 0
  return (end.get(name) ?? 0) - first >= LEAST_GAIN || (during.get(name) ?? 0) > first
}

/** The first change of a number that changes by itself each time; null where it does not. */
const goingOn = (
  name: string,
  looks: readonly { readonly start: Scores; readonly later: Scores }[],
): string | null => {
  const changes = looks.map(({ start, later }) => ({ was: start.get(name), is: later.get(name) }))
  const goesOn = changes.every(({ was, is }) => was !== undefined && is !== undefined && was !== is)
  const [first] = changes
  return first !== undefined && changes.length >= LEAST_ROUNDS && goesOn
    ? `it was ${first.was}, and then ${first.is}`
    : null
}

/** Once may be chance. */
export const LEAST_ROUNDS = 2
const LEAST_GAIN = 2
