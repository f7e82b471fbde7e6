import type { CheckResult, Problem } from '../../../check/problem.js'
import { partOf } from '../../../check/report/review.js'
import type { AdoptResult } from './adopt-result.js'
import { placeOf } from './change-list.js'

/** Something that a person has to do, or look at, before the app is right. */
export interface HandWork {
  /** What becomes of the app otherwise: refused by the service, broken, held for an admin, or less than it could be. */
  readonly effect: 'breaks' | 'refused' | 'waits' | 'fails-if-used' | 'degrades' | 'look'
  readonly message: string
  /** One imperative sentence; null where the message says it. */
  readonly fix: string | null
  /** The first place, as `file:line`. */
  readonly place: string
  /** In how many places it is. */
  readonly places: number
  /** What only degrades packed code, which nobody writes by hand: the part of the app, in a word or two. */
  readonly packed?: string
}

/**
 * What is left to do, what breaks the app first. The same thing in several places is one.
 */
export const handWork = ({
  obstacles,
  notes,
  missing,
  doubts,
  check,
}: Pick<AdoptResult, 'obstacles' | 'notes' | 'missing' | 'doubts' | 'check'>): readonly HandWork[] => {
  const remedies = new Map(
    missing.flatMap(({ file, url, remedy }) => (remedy === null ? [] : [[`${file} ${url}`, remedy]])),
  )
  const work: readonly Omit<HandWork, 'places'>[] = [
    // Sizes and numbers of files are what `check` reports.
    ...obstacles
      .filter((obstacle) => stopsIt(obstacle) || obstacle.kind === 'zip-too-large')
      .map((obstacle) => ({
        effect: stopsIt(obstacle) ? ('breaks' as const) : ('refused' as const),
        message: obstacle.message,
        fix: null,
        place: 'file' in obstacle ? obstacle.file : '',
      })),
    ...notes.map(({ file, line, message, effect }) => ({
      effect,
      message,
      fix: null,
      place: placeOf(file, line),
    })),
    ...fromCheck(check, remedies),
    ...missing
      .filter(({ file, url, remedy }) => remedy !== null && !isTold(check, file, url))
      .map(({ file, url, remedy }) => ({
        effect: 'look' as const,
        message: `${url} is not in the folder.`,
        fix: remedy,
        place: file,
      })),
    ...doubts.map(({ file, line, text, meant }) => ({
      effect: 'look' as const,
      message: `${JSON.stringify(text)} may be the start of a URL, but nothing in the script confirms it.`,
      fix: `If it is, write ${JSON.stringify(meant)}.`,
      place: placeOf(file, line),
    })),
  ]
  return folded(work).toSorted((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect))
}

/** Whether an obstacle stops the game in the frame, beside what the service says of it. */
export const stopsIt = ({ kind }: { readonly kind: string }): boolean =>
  ['threads', 'flash', 'framed', 'build', 'server', 'remote'].includes(kind)

const ORDER: readonly HandWork['effect'][] = [
  'breaks',
  'refused',
  'waits',
  'fails-if-used',
  'degrades',
  'look',
]

const fromCheck = (check: CheckResult, remedies: ReadonlyMap<string, string>) => {
  const packed = new Set(
    check.problems.flatMap(({ file, column }) => ((column ?? 0) > WRITTEN_COLUMNS ? [file] : [])),
  )
  return (
    check.problems
      // The report's last line says it.
      .filter(({ level, rule }) => level !== 'info' && rule !== 'manifest/placeholder-app-id')
      .map((problem) => ({
        effect: effectOf(problem),
        message: problem.message,
        fix: remedyFor(problem, remedies) ?? problem.fix,
        place: placeOf(problem.file, problem.line),
        ...(problem.impact === 'degrades' && packed.has(problem.file) ? { packed: partOf(problem) } : {}),
      }))
  )
}

/** People write no longer lines; tools that pack scripts break them later, or never. */
const WRITTEN_COLUMNS = 250

/**
 * What is left to do, in brief: what does nothing in the packed code of engines and libraries, which handles that nearly always, is
 * one item.
 */
export const briefly = (work: readonly HandWork[]): readonly HandWork[] => {
  const packed = work.flatMap((one) => (one.packed === undefined ? [] : [one]))
  const [first, ...more] = packed
  if (first === undefined || more.length === 0) return work
  const parts = [...new Set(packed.map((one) => one.packed))]
  const item: HandWork = {
    effect: 'degrades',
    message: `${packed.length} things do nothing in packed code, as of an engine.`,
    fix: `Look whether the game misses them: ${parts.join(', ')}. --verbose lists them.`,
    place: first.place,
    places: 1,
  }
  return work.flatMap((one) => (one === first ? [item] : one.packed === undefined ? [one] : []))
}

const effectOf = ({ impact, level }: Problem): HandWork['effect'] => {
  if (impact === 'breaks') return 'breaks'
  if (level === 'error') return 'refused'
  return level === 'flag' ? 'waits' : (impact ?? 'look')
}

/** Where to get a file that a problem names, if known: more useful than any advice on the line. */
const remedyFor = ({ file, message }: Problem, remedies: ReadonlyMap<string, string>): string | null => {
  for (const [key, remedy] of remedies) {
    const [named, url = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
    if (named === file && message.includes(url)) return remedy
  }
  return null
}

const isTold = (check: CheckResult, file: string, url: string): boolean =>
  check.problems.some((problem) => problem.file === file && problem.message.includes(url))

const folded = (work: readonly Omit<HandWork, 'places'>[]): readonly HandWork[] => {
  const known = new Map<string, HandWork>()
  for (const one of work) {
    const key = JSON.stringify([one.effect, one.message, one.fix, one.packed ?? null])
    const first = known.get(key) ?? { ...one, places: 0 }
    known.set(key, { ...first, places: first.places + 1 })
  }
  return [...known.values()]
}
