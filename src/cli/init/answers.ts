import { basename, resolve } from 'node:path'
import { within } from '../../bundle/paths.js'
import { refuseWindowsFolder } from '../../bundle/windows-name.js'
import { shortened } from '../../check/shortened.js'
import { suggestionFor } from '../../check/suggestion.js'
import { usageFailure } from '../../failure.js'
import { NAME_MAX_CHARACTERS, NAME_MIN_CHARACTERS } from '../../platform/limits.js'
import { manifestSchema } from '../../platform/manifest.js'
import { codePoints } from '../../platform/text.js'
import type { Prompts } from '../prompts.js'
import { isTemplateName, TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.js'
import { findObstacles } from './write-project.js'

/** The flags, as they were given. */
export interface InitFlags {
  readonly template?: string
  readonly react?: boolean
  readonly name?: string
  readonly appId?: string
  readonly force?: boolean
  /** Whether every default is taken. */
  readonly yes?: boolean
}

/** What a project is made from. */
export interface InitAnswers {
  readonly folder: string
  readonly template: TemplateName
  /** Whether it is the variant of `vite` for React. */
  readonly react: boolean
  readonly name: string
  /** Null: the person has none yet, and the template's placeholder stays. */
  readonly appId: string | null
}

/**
 * Makes the answers whole: flags first; the rest is asked on a terminal, and without one taken from the folder
 * where that can be.
 * @param folder as it was given, or undefined
 * @param prompts null without a terminal
 * @throws {Failure} `usage` for a flag that cannot be, an answer that is missing, and a folder that is not empty
 */
export const collectAnswers = async (
  folder: string | undefined,
  flags: InitFlags,
  cwd: string,
  prompts: Prompts | null,
): Promise<InitAnswers> => {
  // Flags are judged before anything is asked: nobody should answer three questions for nothing.
  const named =
    flags.template === undefined
      ? flags.react === true
        ? 'vite'
        : undefined
      : readTemplateName(flags.template)
  if (flags.react === true && named !== 'vite')
    throw usageFailure('--react needs --template vite.', 'Only the vite template has a React version.')
  refuseFlawed('--name', flags.name, nameFlaw)
  refuseFlawed('--app-id', flags.appId, appIdFlaw)

  const place = await chooseEmptyFolder(
    resolve(cwd, folder ?? (flags.yes === true ? DEFAULT_FOLDER : await askFolder(prompts))),
    flags,
    cwd,
    prompts,
  )
  const suggested = nameFromFolder(basename(place))
  const template = named ?? (flags.yes === true ? TEMPLATE_NAMES[0] : await askTemplate(prompts))
  return {
    folder: place,
    template,
    react: flags.react ?? (template === 'vite' && (await askReact(prompts))),
    name: flags.name ?? (await askName(suggested, prompts)),
    appId: flags.appId ?? (await askAppId(prompts)),
  }
}

/** A path as a person would write it from where they are. */
export const displayPath = (path: string, cwd: string): string => {
  const short = within(cwd, path)
  return short === '' ? '.' : (short ?? path)
}

/** The same at the start of a sentence. */
export const folderInWords = (path: string, cwd: string): string => {
  const shown = displayPath(path, cwd)
  return shown === '.' ? 'This folder' : shown
}

export const DEFAULT_FOLDER = 'my-mini-app'

/** @param example how it is named without a terminal
 * @throws {Failure} `usage` without a terminal */
export const askFolder = (
  prompts: Prompts | null,
  example = 'miniapp init my-game --template arcade',
): Promise<string> => {
  if (prompts === null) throw usageFailure('Missing folder.', `Name it: ${example}`)
  return prompts.text({
    message: 'Folder',
    fallback: DEFAULT_FOLDER,
    flaw: (text) => (text.trim() === '' ? 'Enter a folder name.' : undefined),
  })
}

/** Without a terminal, the suggested one. */
export const askName = async (suggested: string, prompts: Prompts | null): Promise<string> =>
  (await prompts?.text({ message: 'Name', fallback: suggested, flaw: nameFlaw })) ?? suggested

const askTemplate = async (prompts: Prompts | null): Promise<TemplateName> => {
  if (prompts === null)
    throw usageFailure('Missing template.', `Give --template with one of ${TEMPLATE_NAMES.join(', ')}.`)
  return prompts.choice({
    message: 'Template',
    options: TEMPLATE_NAMES.map((name) => ({ value: name, label: name, hint: TEMPLATES[name] })),
  })
}

const askReact = async (prompts: Prompts | null): Promise<boolean> =>
  (await prompts?.choice({
    message: 'Framework',
    options: [
      { value: 'none', label: 'none', hint: 'TypeScript and the DOM' },
      { value: 'react', label: 'React', hint: 'TypeScript and React' },
    ],
  })) === 'react'

const NO_ID_YET = 'none yet'

/** Null: the person has none yet. */
export const askAppId = async (prompts: Prompts | null): Promise<string | null> => {
  const answer = await prompts?.text({
    message: 'App ID (leave empty if not registered yet)',
    fallback: NO_ID_YET,
    flaw: appIdFlaw,
  })
  return answer === undefined || answer === NO_ID_YET ? null : answer
}

/** @throws {Failure} `usage`, with the template that was likely meant */
const readTemplateName = (text: string): TemplateName => {
  if (isTemplateName(text)) return text
  const meant = /react/i.test(text) ? '--template vite --react' : suggestionFor(text, TEMPLATE_NAMES)
  throw usageFailure(
    `There is no template ${JSON.stringify(text)}.`,
    meant === undefined ? `Choose one of ${TEMPLATE_NAMES.join(', ')}.` : `Did you mean ${meant}?`,
  )
}

/** What keeps a text from being a field of the manifest (2.1, 2.2), as a sentence. */
const flawIn =
  (field: 'name' | 'app_id' | 'summary') =>
  (text: string): string | undefined => {
    const issue = manifestSchema.shape[field].safeParse(text).error?.issues[0]
    return issue === undefined ? undefined : `It must be ${issue.message}.`
  }

export const nameFlaw = flawIn('name')
export const appIdFlaw = flawIn('app_id')
export const summaryFlaw = flawIn('summary')

/** @throws {Failure} `usage` where there is a flaw in what a flag was given, if it was */
export const refuseFlawed = (
  flag: string,
  given: string | undefined,
  flawOf: (text: string) => string | undefined,
): void => {
  const flaw = given === undefined ? undefined : flawOf(given)
  if (given === undefined || flaw === undefined) return
  throw usageFailure(`${flag} ${JSON.stringify(shortened(given))} is not valid.`, flaw)
}

/** The folder to write: on a terminal, one that is not empty is asked about. */
const chooseEmptyFolder = async (
  place: string,
  flags: InitFlags,
  cwd: string,
  prompts: Prompts | null,
): Promise<string> => {
  if (prompts === null) {
    await refuseFolder(place, flags, cwd)
    return place
  }
  refuseWindowsFolder(place)
  const obstacles = flags.force === true ? [] : await findObstacles(place)
  if (obstacles.length === 0) return place
  const answer = await prompts.choice({
    message: `${folderInWords(place, cwd)} is not empty. Where should the app go?`,
    options: [
      { value: 'other', label: 'into another folder', hint: '' },
      {
        value: 'here',
        label: 'into this one',
        hint: `files of the same names are replaced: ${obstacles.slice(0, 3).join(', ')}${obstacles.length > 3 ? ' …' : ''}`,
      },
    ],
  })
  if (answer === 'here') return place
  return await chooseEmptyFolder(resolve(cwd, await askFolder(prompts)), flags, cwd, prompts)
}

const LISTED_OBSTACLES = 12

/** @throws {Failure} `usage` where a project cannot be written: Windows has no such folder, or anything stands in it */
export const refuseFolder = async (place: string, { force }: InitFlags, cwd: string): Promise<void> => {
  refuseWindowsFolder(place)
  const obstacles = force === true ? [] : await findObstacles(place)
  if (obstacles.length === 0) return
  const listed = obstacles.slice(0, LISTED_OBSTACLES)
  const rest = obstacles.length - listed.length
  const list = `${listed.map((name) => `  ${name}`).join('\n')}${rest > 0 ? `\n  and ${rest} more` : ''}`
  throw usageFailure(
    `${folderInWords(place, cwd)} is not empty:\n${list}`,
    'Name another folder, or add --force to write into this one; --force replaces files of the same names.',
  )
}

const FALLBACK_NAME = 'My mini app'
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * An app's name from its folder's: `space-cats` becomes `Space cats`. For any folder name the result is valid
 * by 2.2, and at most 30 characters long however they are counted.
 */
export const nameFromFolder = (folderName: string): string => {
  const words = folderName
    // File names come decomposed from some systems; 2.2 counts code points.
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Bidi_Control}]/gu, ' ')
    .replace(/[\p{White_Space}\ufeff_.-]+/gu, ' ')
    .trim()
  const [first = ''] = words
  const name = shorten(first.toLocaleUpperCase('en') + words.slice(first.length))
  return codePoints(name) < NAME_MIN_CHARACTERS ? FALLBACK_NAME : name
}

/** As many whole characters (as people see them) as a name may have. */
const shorten = (text: string): string => {
  if (text.length <= NAME_MAX_CHARACTERS) return text
  let short = ''
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (short.length + segment.length > NAME_MAX_CHARACTERS) break
    short += segment
  }
  return short.trim()
}
