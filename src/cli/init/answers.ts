import { basename, resolve } from 'node:path'
import { within } from '../../bundle/within.js'
import { shortened } from '../../check/shortened.js'
import { Failure } from '../../failure.js'
import { manifestSchema } from '../../platform/manifest.js'
import type { Prompts } from '../prompts.js'
import { suggestionFor } from '../suggestion.js'
import { nameFromFolder } from './project-name.js'
import { isTemplateName, TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.js'
import { refuseWindowsFolder } from './windows-folder.js'
import { findObstacles } from './write-project.js'

/** The flags, as they were given. */
export interface InitFlags {
  readonly template?: string
  readonly name?: string
  readonly appId?: string
  readonly force?: boolean
}

/** What a project is made from. */
export interface InitAnswers {
  readonly folder: string
  readonly template: TemplateName
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
  const template = flags.template === undefined ? undefined : readTemplateName(flags.template)
  if (flags.name !== undefined) refuseFlawed('--name', flags.name, nameFlaw(flags.name))
  if (flags.appId !== undefined) refuseFlawed('--app-id', flags.appId, appIdFlaw(flags.appId))

  const place = resolve(cwd, folder ?? (await askFolder(prompts)))
  refuseWindowsFolder(place)
  if (flags.force !== true) refuseObstacles(displayPath(place, cwd), await findObstacles(place))
  const suggested = nameFromFolder(basename(place))
  return {
    folder: place,
    template: template ?? (await askTemplate(prompts)),
    name:
      flags.name ??
      (await prompts?.text({ message: 'Its name', fallback: suggested, flaw: nameFlaw })) ??
      suggested,
    appId: flags.appId ?? (await askAppId(prompts)),
  }
}

/** A path as a person would write it from where they are. */
export const displayPath = (path: string, cwd: string): string => {
  const short = within(cwd, path)
  return short === '' ? '.' : (short ?? path)
}

const DEFAULT_FOLDER = 'my-mini-app'

/** @param example how it is named without a terminal
 * @throws {Failure} `usage` without a terminal */
export const askFolder = (
  prompts: Prompts | null,
  example = 'miniapp init my-game --template arcade',
): Promise<string> => {
  if (prompts === null) throw new Failure('usage', 'Which folder?', `Name it: ${example}`)
  return prompts.text({
    message: 'Which folder?',
    fallback: DEFAULT_FOLDER,
    flaw: (text) => (text.trim() === '' ? 'A folder has a name.' : undefined),
  })
}

const askTemplate = async (prompts: Prompts | null): Promise<TemplateName> => {
  if (prompts === null)
    throw new Failure('usage', 'Which template?', `Give --template with one of ${TEMPLATE_NAMES.join(', ')}.`)
  return prompts.choice({
    message: 'Which template?',
    options: TEMPLATE_NAMES.map((name) => ({ value: name, label: name, hint: TEMPLATES[name] })),
  })
}

const NO_ID_YET = 'none yet'

/** Null: the person has none yet. */
export const askAppId = async (prompts: Prompts | null): Promise<string | null> => {
  const answer = await prompts?.text({
    message: 'Its App ID, from registering it on the service',
    fallback: NO_ID_YET,
    flaw: appIdFlaw,
  })
  return answer === undefined || answer === NO_ID_YET ? null : answer
}

/** @throws {Failure} `usage`, with the template that was likely meant */
const readTemplateName = (text: string): TemplateName => {
  if (isTemplateName(text)) return text
  const meant = suggestionFor(text, TEMPLATE_NAMES)
  throw new Failure(
    'usage',
    `There is no template ${JSON.stringify(text)}.`,
    meant === undefined ? `Choose one of ${TEMPLATE_NAMES.join(', ')}.` : `Did you mean ${meant}?`,
  )
}

/** What keeps a text from being an app's name (2.2), as a sentence. */
export const nameFlaw = (text: string): string | undefined => flawOf('name', text)

/** What keeps a text from being an App ID (2.1), as a sentence. */
export const appIdFlaw = (text: string): string | undefined => flawOf('app_id', text)

/** What keeps a text from being an app's summary (2.2), as a sentence. */
export const summaryFlaw = (text: string): string | undefined => flawOf('summary', text)

const flawOf = (field: 'name' | 'app_id' | 'summary', text: string): string | undefined => {
  const issue = manifestSchema.shape[field].safeParse(text).error?.issues[0]
  return issue === undefined ? undefined : `It must be ${issue.message}.`
}

/** @throws {Failure} `usage` where there is a flaw in what a flag was given */
export const refuseFlawed = (flag: string, given: string, flaw: string | undefined): void => {
  if (flaw === undefined) return
  throw new Failure('usage', `${flag} ${JSON.stringify(shortened(given))} is not valid.`, flaw)
}

const LISTED_OBSTACLES = 12

/** @throws {Failure} `usage` where anything stands in the folder */
export const refuseObstacles = (folder: string, obstacles: readonly string[]): void => {
  if (obstacles.length === 0) return
  const listed = obstacles.slice(0, LISTED_OBSTACLES)
  const rest = obstacles.length - listed.length
  const list = `${listed.map((name) => `  ${name}`).join('\n')}${rest > 0 ? `\n  and ${rest} more` : ''}`
  throw new Failure(
    'usage',
    `${folder} is not empty:\n${list}`,
    'Name another folder, or add --force to write into this one; --force replaces files of the same names.',
  )
}
