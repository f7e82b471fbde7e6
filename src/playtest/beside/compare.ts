import { isTracker } from '../../check/facts/text/tracker-hosts.js'
import { hangingBar, isEmpty, notFoundText, quoted, type View } from '../judge-views.js'
import type { Sound } from '../page/questions.js'
import { numberOf, numbersIn, withNumber } from '../shown-numbers.js'
import { commonPicture, looksDifferent, looksSame } from '../still-picture.js'
import type { Visit } from './visit.js'

/** What differs: which of these a person meets decides whether the app plays. */
type DifferenceKind =
  | 'not-found'
  | 'empty'
  | 'loads-forever'
  | 'no-reaction'
  | 'text'
  | 'picture'
  | 'not-kept'
  | 'missing-file'
  | 'blocked'
  | 'error'
  | 'sound'

/** One thing that people would notice here, and not in the original. */
export interface Difference {
  readonly kind: DifferenceKind
  /** A sentence. */
  readonly message: string
  /** When it is seen. */
  readonly moment: 'first' | 'played' | 'reloaded'
}

/** The seen part of a visit, as it is compared. */
export type ComparedVisit = Omit<Visit, 'first' | 'played' | 'reloaded'> & {
  readonly first: View | null
  readonly played: View | null
  readonly reloaded: View | null
  /** The errors of the original when it was played once more; absent where it was played once. */
  readonly laterErrors?: readonly string[]
}

/** Whether there is anything to compare with: an original that shows nothing, or only an error, does not play itself. */
export const originalPlays = (original: ComparedVisit): boolean =>
  original.first !== null && !showsNothing(original) && notFoundText(original.first) === null

/** Whether a visit shows nothing, also after it was played: a large game may load behind a plain colour for long. */
const showsNothing = ({ first, played }: ComparedVisit): boolean =>
  first !== null && isEmpty(first) && (played === null || isEmpty(played))

/** What differs between a mini app and its original, which plays: the worst first. */
export const compareVisits = (
  here: ComparedVisit,
  original: ComparedVisit,
  name = 'the original',
): readonly Difference[] => {
  const dead = deadView(here, original)
  // An error that both have, but not at the same moment, has stopped the app before the original.
  const later = new Set(original.laterErrors?.map(bare))
  const isStopped = here.errors.some((text) => later.has(bare(text)))
  const found = [
    // What is not there looks and reads differently, too.
    ...(dead === null ? [...otherFirstView(here, original), ...otherReactions(here, original)] : [dead]),
    ...notKept(here, original),
    ...otherFiles(here, original),
    ...otherErrors(here, original),
    ...otherSounds(here.sounds, original.sounds),
  ].filter(({ kind, moment }) => !(isStopped && moment !== 'first' && VIEWS.includes(kind)))
  return found.map((difference) => ({
    ...difference,
    message: difference.message.replace(/\b(the|The) original\b/g, (_, the) => `${the}${name.slice(3)}`),
  }))
}

/** What is seen, and not the cause of it. */
const VIEWS: readonly DifferenceKind[] = ['not-found', 'empty', 'loads-forever', 'no-reaction', 'not-kept']

/** Whether the original may have the errors of the app at another moment of the play, and with them what follows. */
export const mayFailLater = (
  here: ComparedVisit,
  original: ComparedVisit,
  differences: readonly Difference[],
): boolean => otherErrors(here, original).length > 0 && differences.some(({ moment }) => moment !== 'first')

const deadView = (here: ComparedVisit, original: ComparedVisit): Difference | null => {
  if (here.first === null) return null
  const shown = original.first === null ? '' : firstWords(original.first)
  const missing = notFoundText(here.first)
  if (missing !== null)
    return {
      kind: 'not-found',
      moment: 'first',
      message: `The app shows ${quoted(missing)}${originalShows(shown)}.`,
    }
  if (showsNothing(here))
    return {
      kind: 'empty',
      moment: 'first',
      message: `The first screen of the app is empty${originalShows(shown)}.`,
    }
  const bar = hangingBar(here)
  if (bar !== null && hangingBar(original) === null)
    return {
      kind: 'loads-forever',
      moment: 'played',
      message: `The app still shows ${bar} here, but the original no longer does.`,
    }
  if (here.played === null || original.played === null) return null
  const later = notFoundText(here.played)
  if (later !== null && notFoundText(original.played) === null)
    return {
      kind: 'not-found',
      moment: 'played',
      message: `After the same taps and keys, the app shows ${quoted(later)}, but the original does not.`,
    }
  if (isEmpty(here.played) && !isEmpty(original.played))
    return {
      kind: 'empty',
      moment: 'played',
      message: 'After the same taps and keys, the view is empty here, but not in the original.',
    }
  return null
}

const originalShows = (words: string): string => (words === '' ? '' : `; the original shows ${words}`)

/** The start of what a view says, quoted; empty where it says nothing. */
const firstWords = ({ lines }: View): string =>
  lines.length === 0 ? '' : quoted(lines.slice(0, 3).join(' '))

const otherFirstView = (here: ComparedVisit, original: ComparedVisit): readonly Difference[] => {
  if (here.first === null || original.first === null) return []
  const absent = absentLines(here, original)
  if (absent.length > 0)
    return [
      {
        kind: 'text',
        moment: 'first',
        message:
          here.first.lines.length === 0
            ? `The first screen of the app has no text; the original shows ${quoted(absent.join(' '))}.`
            : `The first screen of the app lacks text that the original shows: ${quoted(absent.join(' '))}.`,
      },
    ]
  // Loaded twice, what is left to chance is not the same.
  const hereTwice = commonPicture(here.first.still, (here.reloaded ?? here.first).still)
  const originalTwice = commonPicture(original.first.still, (original.reloaded ?? original.first).still)
  return looksDifferent(hereTwice, originalTwice)
    ? [
        {
          kind: 'picture',
          moment: 'first',
          message: 'The first screen of the app looks different from the original.',
        },
      ]
    : []
}

/** The lines that the original shows each time it is opened and the mini app never, where that is most of its text. */
const absentLines = (here: ComparedVisit, original: ComparedVisit): readonly string[] => {
  const words = (view: View | null): ReadonlySet<string> => new Set(view?.lines.flatMap(wordsOf) ?? [])
  const [first, again] = [words(original.first), words(original.reloaded ?? original.first)]
  const always = new Set([...first].filter((word) => again.has(word)))
  const shown = new Set([...words(here.first), ...words(here.reloaded)])
  const absent = new Set([...always].filter((word) => !shown.has(word)))
  if (absent.size === 0 || absent.size * 2 <= always.size) return []
  return original.first?.lines.filter((line) => wordsOf(line).some((word) => absent.has(word))) ?? []
}

const wordsOf = (line: string): readonly string[] => line.toLowerCase().match(/\p{L}{2,}/gu) ?? []

const otherReactions = (here: ComparedVisit, original: ComparedVisit): readonly Difference[] =>
  here.reacted === false &&
  original.reacted === true &&
  !(original.played !== null && showsSame(original.played, here.first))
    ? [
        {
          kind: 'no-reaction',
          moment: 'played',
          message: 'Nothing here reacts to taps and keys, but the original does.',
        },
      ]
    : []

/** Whether the original shows in the end what the app shows from the start: it was still loading when it was first looked at. */
const showsSame = (played: View, first: View | null): boolean =>
  first !== null && played.lines.join('\n') === first.lines.join('\n') && looksSame(played.still, first.still)

/**
 * A number that grew during the play and that the original still shows after a reload, while the mini app is back at its
 * start. It is on the same line before and after; or, where both were left in the same view, on another one, as a best score is.
 */
const notKept = (here: ComparedVisit, original: ComparedVisit): readonly Difference[] => {
  const [ours, theirs] = [numbersOf(here), numbersOf(original)]
  if (ours === null || theirs === null) return []
  const leftAlike = [...ours.played.keys()].join('\n') === [...theirs.played.keys()].join('\n')
  for (const [played, value] of theirs.played) {
    const mine = ours.played.get(played)
    if (value === theirs.first.get(played) || mine === undefined || mine === ours.first.get(played)) continue
    if (!mayBeStored(value, original.stored)) continue
    for (const [line, kept] of theirs.reloaded) {
      if (kept !== value || kept === theirs.first.get(line) || (line !== played && !leftAlike)) continue
      const before = ours.first.get(line)
      const after = ours.reloaded.get(line)
      if (after === before && after !== mine && ours.first.has(line) === theirs.first.has(line))
        return [
          {
            kind: 'not-kept',
            moment: 'reloaded',
            message: `The score was lost after a reload: it was ${mine}, and ${after === undefined ? 'the app does not show it' : `the app shows ${quoted(withNumber(line, after))}`}. The original keeps it.`,
          },
        ]
    }
  }
  return []
}

/** Whether what a page has stored may have a number: elsewhere, chance has brought it back, as it does the tiles of a board. */
const mayBeStored = (shown: string, stored: Visit['stored']): boolean => {
  const alone = new RegExp(`(?<!\\d)${numberOf(shown)}(?!\\d)`)
  return stored?.some((text) => alone.test(text) || ENCODED.test(text)) ?? true
}

/** Compressed texts, and Base64. */
const ENCODED = /[^\0-\x7f]{8}|^[\w+/=-]{24,}$/

const numbersOf = ({
  first,
  played,
  reloaded,
}: ComparedVisit): Record<'first' | 'played' | 'reloaded', ReadonlyMap<string, string>> | null =>
  first === null || played === null || reloaded === null
    ? null
    : {
        first: numbersIn(first.lines),
        played: numbersIn(played.lines),
        reloaded: numbersIn(reloaded.lines),
      }

const otherFiles = (here: ComparedVisit, original: ComparedVisit): readonly Difference[] => {
  const absentThere = original.missing.map((path) => path.slice(path.lastIndexOf('/') + 1))
  const isThere = (text: string): boolean => !absentThere.some((name) => name !== '' && text.includes(name))
  return [
    ...listed(here.missing.filter(isThere), (text, more) => ({
      kind: 'missing-file',
      moment: 'first',
      message: `A file is missing here, but not in the original${more}: ${text}`,
    })),
    ...listed(
      // What the original asks for without an answer, it cannot do, either.
      here.blocked.filter(
        (text) => !isUnreached(text, original) && (OF_THE_INTERNET.test(text) || isThere(text)),
      ),
      (text, more) => ({
        kind: 'blocked',
        moment: 'first',
        message: `The sandbox blocks something that the original can do${more}: ${text}`,
      }),
    ),
  ]
}

const isUnreached = (blocked: string, { unreached = [] }: ComparedVisit): boolean =>
  (OF_THE_INTERNET.test(blocked) && unreached.some((origin) => OF_THE_INTERNET.test(origin))) ||
  unreached.some((origin) => blocked.includes(origin))

/**
 * Whether a visit asked the internet for something that players miss and got no answer: a server of this machine is not of the
 * internet.
 */
export const isWithoutInternet = ({ unreached = [] }: Pick<Visit, 'unreached'>): boolean =>
  unreached.some((origin) => OF_THE_INTERNET.test(origin) && !isTracker(origin))

const OF_THE_INTERNET = /\b(?:https?|wss?):\/\/(?!127\.|localhost\b|\[::1\])/

const otherErrors = (here: ComparedVisit, original: ComparedVisit): readonly Difference[] => {
  const known = new Set([...original.errors, ...(original.laterErrors ?? [])].map(bare))
  return listed(
    here.errors.filter((text) => !known.has(bare(text))),
    (text, more) => ({
      kind: 'error',
      moment: 'played',
      message: `A script fails here, but not in the original${more}: ${text}`,
    }),
  )
}

/**
 * An error's message without what browsers put before it, addresses and numbers, which differ from run to run, and without
 * what servers say in place of a file that is not there.
 */
const bare = (message: string): string =>
  message
    .replace(/(?:Unexpected (?:token|end of|non-whitespace)|JSON\.parse|JSON Parse error).*/s, 'not JSON')
    .replace(/^Uncaught (?:\(in promise\) )?/, '')
    .replace(/(?:blob:)?(?:https?:\/|null)\/\S+/g, '')
    .replace(/\d+/g, '0')

const otherSounds = (here: readonly Sound[], original: readonly Sound[]): readonly Difference[] => {
  const name = (url: string): string => /([^/]*?)(?:\.\w+)?(?:[?#].*)?$/.exec(url)?.[1]?.toLowerCase() ?? url
  const playable = new Set(original.filter(({ decodes }) => decodes).map(({ url }) => name(url)))
  return listed(
    here.filter(({ url, decodes }) => !decodes && playable.has(name(url))).map(({ url }) => url),
    (url, more) => ({
      kind: 'sound',
      moment: 'played',
      message: `A sound cannot be played here, but can in the original${more}: ${url.slice(url.lastIndexOf('/') + 1)}`,
    }),
  )
}

/** One difference for many of a kind: the first is shown, the others are counted. */
const listed = (
  texts: readonly string[],
  difference: (first: string, more: string) => Difference,
): readonly Difference[] => {
  const [first] = texts
  return first === undefined
    ? []
    : [difference(first, texts.length === 1 ? '' : ` (and ${texts.length - 1} more)`)]
}
