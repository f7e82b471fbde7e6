import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { cannot, Failure, nullIfMissing, usageFailure } from '../failure.js'
import { fieldIn } from '../platform/text.js'

/** What `"miniapp"` in a project's `package.json` says. */
interface PackageSettings {
  /** The folder that the project's build writes; null where it names none. */
  readonly folder: string | null
  /** The rules whose findings are known; anything but a list of texts is not one of rules. */
  readonly allow: unknown
}

const NO_SETTINGS: PackageSettings = { folder: null, allow: undefined }

/** How far above a bundle its project is looked for: `dist`, `build/web`, `www/app/dist`. */
const LOOKED_ABOVE = 3

/** The folder that a folder's `package.json` names, or null where there is no package.json or it names none. */
export const folderInPackage = async (folder: string, path: string): Promise<string | null> =>
  (await settingsIn(folder, path)).folder

/** The project whose `package.json` names the folder as what its build writes; null where none does. */
export const projectOf = async (folder: string, cwd: string): Promise<string | null> => {
  const full = resolve(cwd, folder)
  let project = full
  for (let above = 0; above < LOOKED_ABOVE; above++) {
    project = dirname(project)
    const named = await folderInPackage(project, project)
    if (named !== null) return resolve(project, named) === full ? project : null
  }
  return null
}

/**
 * The rules whose findings a bundle's project knows and allows: those of `"miniapp": { "allow": [ … ] }` in the
 * `package.json` beside its manifest, or in that which names the folder.
 * @param folder the bundle's
 * @throws {Failure} where what is there is not a list of rules
 */
export const allowedInPackage = async (folder: string, cwd: string): Promise<readonly string[]> => {
  const own = resolve(cwd, folder)
  let project = own
  let allow: unknown
  try {
    ;({ allow } = await settingsIn(own, folder))
    if (allow === undefined) {
      project = (await projectOf(folder, cwd)) ?? own
      if (project !== own) ({ allow } = await settingsIn(project, project))
    }
  } catch (error) {
    // A package.json beside or above a folder that cannot be read is not the check's to refuse.
    if (error instanceof Failure) return []
    throw error
  }
  if (allow === undefined) return []
  if (Array.isArray(allow) && allow.every((rule) => typeof rule === 'string')) return allow
  throw usageFailure(
    `"allow" of "miniapp" in ${join(project, 'package.json')} is not a list of rules.`,
    'Write it as "allow": ["manifest/ai-capability"].',
  )
}

const settingsIn = async (folder: string, path: string): Promise<PackageSettings> => {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
    .catch(nullIfMissing)
    .catch(cannot('read', join(path, 'package.json')))
  if (text === null) return NO_SETTINGS
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw usageFailure(
      `${join(path, 'package.json')} is not JSON, so the bundle folder is unknown.`,
      'Correct it, or pass the folder that contains manifest.json.',
      error,
    )
  }
  const settings = fieldIn(value, 'miniapp')
  const named = fieldIn(settings, 'folder')
  return {
    folder: typeof named === 'string' && named !== '' ? named : null,
    allow: fieldIn(settings, 'allow'),
  }
}
