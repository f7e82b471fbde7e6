import { basename, resolve } from 'node:path'
import { entryCandidates, type Hints } from '../../../adopt/project/hints.js'
import { refuseOverlap } from '../../../adopt/read-game.js'
import { suggestionFor } from '../../../check/suggestion.js'
import { usageFailure } from '../../../failure.js'
import { AGE_RATINGS, type AgeRating } from '../../../platform/ages.js'
import {
  NAME_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
  SUMMARY_MIN_CHARACTERS,
} from '../../../platform/limits.js'
import type { Prompts } from '../../prompts.js'
import {
  appIdFlaw,
  askAppId,
  askFolder,
  askName,
  DEFAULT_FOLDER,
  type InitFlags,
  nameFlaw,
  nameFromFolder,
  refuseFlawed,
  refuseFolder,
  summaryFlaw,
} from '../answers.js'

/** The flags with which a game is adopted, as they were given. */
export interface AdoptFlags extends InitFlags {
  /** The game's folder, its zip, or the address of its page on this machine. */
  readonly from: string
  readonly summary?: string
  readonly ageRating?: string
  readonly entry?: string
  /** What the person decides otherwise. */
  readonly keep?: readonly string[]
  readonly drop?: readonly string[]
  readonly icon?: string
}

/**
 * Judges the flags before anything is read, built or asked.
 * @throws {Failure} `usage`
 */
export const judgeFlags = (flags: AdoptFlags): void => {
  if (flags.template !== undefined)
    throw usageFailure(
      '--template and --from cannot both be given.',
      'Start from a template or from an existing game.',
    )
  refuseFlawed('--name', flags.name, nameFlaw)
  refuseFlawed('--summary', flags.summary, summaryFlaw)
  refuseFlawed('--app-id', flags.appId, appIdFlaw)
  refuseFlawed('--age-rating', flags.ageRating, (text) =>
    readAgeRating(text) === undefined ? `It must be one of ${AGE_RATINGS.join(', ')}.` : undefined,
  )
}

/**
 * @param lacksSummary whether there is no summary either
 * @throws {Failure} `usage`, for there is no guess
 */
export const refuseMissingRating = (lacksSummary = false): never => {
  const rating = `--age-rating with one of ${AGE_RATINGS.join(', ')}, or take defaults with --yes.`
  if (!lacksSummary) throw usageFailure('Missing age rating.', `Add ${rating}`)
  throw usageFailure('The game needs a summary and an age rating.', `Add ${SUMMARY_FLAG} and ${rating}`)
}

const SUMMARY_FLAG = '--summary "A snake that eats its way home."'

const readAgeRating = (text: string): AgeRating | undefined => AGE_RATINGS.find((one) => one === text)

/**
 * The folder to write, which is not the game's, nor in it.
 * @param folder as it was given, or undefined
 * @param game the game's folder, as an absolute path
 * @throws {Failure} `usage`
 */
export const chooseFolder = async (
  folder: string | undefined,
  flags: AdoptFlags,
  game: string,
  cwd: string,
  prompts: Prompts | null,
): Promise<string> => {
  const ask = (): Promise<string> => askFolder(prompts, `miniapp init my-app --from ${flags.from}`)
  const place = resolve(cwd, folder ?? (flags.yes === true ? DEFAULT_FOLDER : await ask()))
  await refuseOverlap(game, place, flags.from)
  await refuseFolder(place, flags, cwd)
  return place
}

/**
 * The page that is opened: the one that the flag names, the only one, or `index.html` at the top; else it is asked for.
 * @param paths the files that are taken along
 * @throws {Failure} `usage` where there is none, or several and no terminal
 */
export const chooseEntry = async (
  paths: readonly string[],
  { entry, from }: { readonly entry?: string | undefined; readonly from: string },
  prompts: Prompts | null,
): Promise<string> => {
  const pages = entryCandidates(paths)
  const [first] = pages
  if (first === undefined)
    throw usageFailure(`${from} has no HTML page.`, 'Name the folder that has the page of the game.')
  if (entry !== undefined) {
    const named = entry.replaceAll('\\', '/').replace(/^\.\//, '')
    if (pages.includes(named)) return named
    const meant = suggestionFor(named, pages)
    throw usageFailure(
      `${from} has no page ${entry}.`,
      meant === undefined ? `Its pages are ${listed(pages)}.` : `Did you mean ${meant}?`,
    )
  }
  const top = pages.filter((page) => /^index\.html?$/i.test(page))
  if (pages.length === 1 || top.length === 1) return top[0] ?? first
  if (prompts === null)
    throw usageFailure(
      `${from} has several pages: ${listed(pages)}.`,
      `Add --entry with the page to open: --entry ${first}`,
    )
  return prompts.choice({
    message: 'Page to open',
    options: pages.slice(0, OFFERED_PAGES).map((page) => ({ value: page, label: page, hint: '' })),
  })
}

const OFFERED_PAGES = 20
const LISTED_PAGES = 6

const listed = (pages: readonly string[]): string =>
  pages.length <= LISTED_PAGES
    ? pages.join(', ')
    : `${pages.slice(0, LISTED_PAGES).join(', ')} and ${pages.length - LISTED_PAGES} more`

/** What the manifest says of the app. */
export interface AppAnswers {
  readonly name: string
  readonly summary: string
  readonly ageRating: AgeRating
  /** Null: the person has none yet. */
  readonly appId: string | null
  /** The fields of the manifest that have a default which nobody chose. */
  readonly defaults: readonly ('summary' | 'age_rating')[]
}

/**
 * What the manifest needs: flags first, the rest is asked on a terminal; without one, what the game says of itself.
 * @param folder the folder to write, after which the app is called where nothing else names it
 * @param takesDefaults whether a summary to replace and the lowest age rating will do where nobody can be asked
 * @throws {Failure} `usage` for what is missing
 */
export const askApp = async (
  flags: AdoptFlags,
  hints: Hints,
  folder: string,
  prompts: Prompts | null,
  takesDefaults: boolean,
): Promise<AppAnswers> => {
  const suggestedName = nameFrom(hints.title) ?? nameFromFolder(basename(folder))
  const suggestedSummary = summaryFrom(hints.description) ?? summaryFrom(lineBehind(hints.title))
  const lacksSummary = prompts === null && flags.summary === undefined && suggestedSummary === null
  const lacksRating = prompts === null && flags.ageRating === undefined
  if (lacksRating && !takesDefaults) refuseMissingRating(lacksSummary)
  return {
    name: flags.name ?? (await askName(suggestedName, prompts)),
    summary:
      flags.summary ??
      (lacksSummary && takesDefaults ? SUMMARY_TO_WRITE : await askSummary(suggestedSummary, prompts)),
    ageRating:
      readAgeRating(flags.ageRating ?? '') ?? (lacksRating ? AGE_RATINGS[0] : await askAgeRating(prompts)),
    appId: flags.appId ?? (await askAppId(prompts)),
    defaults: [
      ...(lacksSummary ? (['summary'] as const) : []),
      ...(lacksRating ? (['age_rating'] as const) : []),
    ],
  }
}

/** A page's title as a name: without the line behind a dash where it is too long, or else cut at a word (2.2). */
const nameFrom = (title: string | null): string | null => {
  if (title === null) return null
  const [first = title] = title.split(TITLE_PARTS)
  const named = title.length <= NAME_MAX_CHARACTERS || nameFlaw(first) !== undefined ? title : first
  const short =
    named.length <= NAME_MAX_CHARACTERS
      ? named
      : named.slice(0, NAME_MAX_CHARACTERS + 1).replace(/[\s\p{P}]+[^\s\p{P}]*$/u, '')
  return nameFlaw(short) === undefined ? short : null
}

/** What a title says behind the name. */
const lineBehind = (title: string | null): string | null =>
  title === null ? null : title.split(TITLE_PARTS).slice(1).join(' ') || null

/** `Snake - eat and grow`, `Snake | Games`, `Snake: the game`. */
const TITLE_PARTS = /\s+[-–—|·]\s+|:\s+/u

const askSummary = async (suggested: string | null, prompts: Prompts | null): Promise<string> => {
  if (prompts !== null)
    return prompts.text({
      message: `Summary: one line of ${SUMMARY_MIN_CHARACTERS} to ${SUMMARY_MAX_CHARACTERS} characters`,
      fallback: suggested ?? PLAIN_SUMMARY,
      flaw: summaryFlaw,
    })
  if (suggested !== null) return suggested
  throw usageFailure('The game needs a summary.', `Add one line: ${SUMMARY_FLAG}`)
}

/** The summary of an app of which nobody has said what it is. */
export const SUMMARY_TO_WRITE = 'Describe your app here, in one line.'
const PLAIN_SUMMARY = 'A small game for a short break.'

/** A page's description as a summary, cut at a word where it is too long; null where it cannot be one (2.2). */
const summaryFrom = (description: string | null): string | null => {
  if (description === null) return null
  const short =
    description.length <= SUMMARY_MAX_CHARACTERS
      ? description
      : `${description.slice(0, SUMMARY_MAX_CHARACTERS - 1).replace(/\s+\S*$/, '')}…`
  return summaryFlaw(short) === undefined ? short : null
}

const askAgeRating = async (prompts: Prompts | null): Promise<AgeRating> => {
  if (prompts === null) return refuseMissingRating()
  return prompts.choice({
    message: 'Age rating',
    options: AGE_RATINGS.map((rating) => ({ value: rating, label: rating, hint: AGE_MEANINGS[rating] })),
  })
}

/** What each rating means, as people read it (2.2). */
const AGE_MEANINGS = {
  '4+': 'nothing objectionable',
  '9+': 'mild cartoon violence or scares',
  '13+': 'mild violence, crude humour, simulated gambling with no real prize',
  '16+': 'stronger violence or mature themes',
  '18+': 'adult content',
} as const satisfies Record<AgeRating, string>
