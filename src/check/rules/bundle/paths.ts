import type { Bundle } from '../../../bundle/bundle.js'
import { windowsNameFault } from '../../../bundle/windows-name.js'
import { extensionOf, FILE_TYPES, isAllowedPathPart } from '../../../platform/file-types.js'
import { MAX_PATH_CHARACTERS, MAX_PATH_LEVELS } from '../../../platform/limits.js'
import { codePoints } from '../../../platform/text.js'
import { formatNumber } from '../../../terminal/units.js'
import { fileName, isAddedByMacOs, isAllHidden, isHiddenPart } from '../../facts/bundle/paths.js'
import type { Breach, BundleRule, Finding, RuleText } from '../../rule.js'
import { namesOf } from '../../shortened.js'

/**
 * A rule about single paths.
 * @param find what is wrong with a path; null where nothing is
 */
const pathRule = (
  text: Omit<RuleText, 'impact'>,
  find: (path: string, kind: Bundle['kind']) => Breach | null,
): BundleRule => ({
  ...text,
  impact: null,
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path }) => {
      const breach = find(path, bundle.kind)
      return breach === null ? [] : [{ file: path, ...breach }]
    }),
})

/** A file or a folder that must not be named so. */
interface BadPlace {
  readonly part: string
  /** Whether it is a folder. */
  readonly isFolder: boolean
  /** The file, or those in the folder. */
  readonly files: string[]
}

/** The outermost files and folders that must not be named so: a folder is one cause, however many files it has. */
const badPlaces = (
  files: Bundle['files'],
  isBad: (part: string) => boolean,
): readonly (BadPlace & { readonly file: string })[] => {
  const places = new Map<string, BadPlace & { readonly file: string }>()
  for (const { path } of files) {
    const parts = path.split('/')
    const at = parts.findIndex(isBad)
    const part = parts[at]
    if (part === undefined) continue
    const place = parts.slice(0, at + 1).join('/')
    const before = places.get(place)
    if (before === undefined)
      places.set(place, { part, isFolder: at < parts.length - 1, file: path, files: [path] })
    else before.files.push(path)
  }
  return [...places.values()]
}

/** A place as a sentence begins, with the number of its files where there are many. */
const nameOfPlace = ({ part, files }: BadPlace, single: string): string =>
  files.length === 1
    ? `${single}${JSON.stringify(part)}`
    : `The folder ${JSON.stringify(part)}, with ${formatNumber(files.length)} files,`

export const hiddenFile: BundleRule = {
  id: 'bundle/hidden-file',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The bundle contains a hidden file.',
  why: 'The platform ignores a few well-known hidden files and refuses all others.',
  remedy: 'Remove the file, or list it in .miniappignore.',
  check: ({ bundle: { files, kind } }) => {
    if (isAllHidden(files) && files.length > 1)
      return [
        {
          file: null,
          message: `All ${formatNumber(files.length)} files are hidden: ${namesOf(files.map(({ path }) => path))}. Names must not start with a dot.`,
          fix: 'Rename the files, without the dot at the start.',
        },
      ]
    const added = files.filter(({ path }) => isAddedByMacOs(path))
    const [first, ...more] = added
    const findings: Finding[] = []
    if (first !== undefined && more.length > 0)
      findings.push({
        file: first.path,
        message: `${formatNumber(added.length)} files whose names start with ._, which macOS adds beside others, are hidden; hidden files are refused.`,
        fix:
          kind === 'zip'
            ? 'Zip the files without them, for example with `miniapp pack`.'
            : 'Remove them, or list ._* in .miniappignore.',
      })
    const others = findings.length === 0 ? files : files.filter((file) => !added.includes(file))
    for (const place of badPlaces(others, isHiddenPart))
      findings.push({
        file: place.file,
        message: `${nameOfPlace(place, '')} is hidden because its name starts with a dot; hidden files are refused.`,
        ...(kind === 'zip'
          ? { fix: 'Remove it from the zip.' }
          : place.isFolder
            ? { fix: 'Remove the folder, or list it in .miniappignore.' }
            : {}),
      })
    return findings
  },
}

const pathCharacters: BundleRule = {
  id: 'bundle/path-characters',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'A path has characters that the platform does not allow.',
  why: 'Each part of a path starts with a letter, digit, _ or -, followed by letters, digits, _, - and dots.',
  remedy: 'Rename the file or folder with letters, digits, _, - and dots.',
  check: ({ bundle: { files } }) =>
    badPlaces(files, (part) => !isAllowedPathPart(part) && !isHiddenPart(part)).map((place) => ({
      file: place.file,
      message: `${nameOfPlace(place, 'The path part ')} is not allowed; use A-Z, a-z, 0-9, _, - and dots, with no dot at the start.`,
    })),
}

const fixOfExtension = (name: string, kind: Bundle['kind']): string => {
  if (kind === 'zip') return 'Remove it or rename it.'
  // An archive of the bundle, most often, or of what it was made from: to rename it would be no help.
  return /\.zip$/i.test(name)
    ? 'Move it out of the folder, or list it in .miniappignore.'
    : 'Remove it, rename it, or list it in .miniappignore.'
}

const windowsName: BundleRule = {
  id: 'bundle/windows-name',
  level: 'warning',
  impact: null,
  section: '',
  breach: 'A file or folder has a name that Windows cannot create.',
  why: 'Windows reserves names such as CON, AUX and COM1 for devices, with any extension, and drops a dot at the end. The file is lost when the bundle is unpacked there.',
  remedy: 'Rename the file or folder.',
  check: ({ bundle }) => {
    // A folder is reported once, not for each of its files.
    const reported = new Set<string>()
    return bundle.files.flatMap(({ path }): readonly Finding[] => {
      const parts = path.split('/')
      const at = parts.findIndex((part, index) => cannotBeMade(part, index === parts.length - 1))
      const part = parts[at]
      const place = parts.slice(0, at + 1).join('/')
      if (part === undefined || reported.has(place)) return []
      reported.add(place)
      const fault = windowsNameFault(part)
      if (fault === null) return []
      const fix = `Rename it, for example to ${JSON.stringify(fault.better)}.`
      return [{ file: path, message: fault.message, fix }]
    })
  },
}

/**
 * What is not allowed anyway is refused for that, and is not asked about; so is a file that ends in a dot: it has no
 * extension.
 */
const cannotBeMade = (part: string, isFile: boolean): boolean => {
  const fault = isAllowedPathPart(part) ? windowsNameFault(part) : null
  return fault !== null && (fault.kind === 'device' || !isFile)
}

/** The names of files and folders. */
export const PATH_RULES: readonly BundleRule[] = [
  pathRule(
    {
      id: 'bundle/extension-case',
      level: 'warning',
      section: '2.9',
      breach: 'An extension has upper-case letters.',
      why: 'Extensions match in any case, but links to the file must use the same spelling.',
      remedy: 'Write the extension in lower case, also in links to the file.',
    },
    (path) => {
      const extension = path.slice(path.lastIndexOf('.') + 1)
      if (extensionOf(path) === null || extension === extension.toLowerCase()) return null
      return {
        message: `The extension .${extension} has upper-case letters; links must spell it the same.`,
        fix: `Rename it to .${extension.toLowerCase()}.`,
      }
    },
  ),
  pathRule(
    {
      id: 'bundle/extension-not-allowed',
      level: 'error',
      section: '2.9',
      breach: 'A file has no extension, or one that the platform does not allow.',
      why: 'The extension determines how a file is served, so only known extensions are allowed.',
      remedy:
        'Remove the file, list it in .miniappignore, or store its data under an allowed extension such as .bin or .json.',
    },
    (path, kind) => {
      if (extensionOf(path) !== null || path.split('/').some(isHiddenPart)) return null
      const name = fileName(path)
      const dot = name.lastIndexOf('.')
      const found = dot === -1 ? 'no extension' : `the extension ${JSON.stringify(name.slice(dot))}`
      return {
        message: `The file has ${found}; the allowed extensions are ${Object.keys(FILE_TYPES).join(' ')}.`,
        fix: fixOfExtension(name, kind),
      }
    },
  ),
  hiddenFile,
  pathCharacters,
  pathRule(
    {
      id: 'bundle/path-too-deep',
      level: 'error',
      section: '8.1',
      breach: `A path has more than ${MAX_PATH_LEVELS} levels.`,
      why: `The service allows at most ${MAX_PATH_LEVELS} levels, including the file name.`,
      remedy: 'Move the file to a higher folder.',
    },
    (path) => {
      const levels = path.split('/').length
      const over = levels - MAX_PATH_LEVELS
      if (over <= 0) return null
      return {
        message: `The path has ${levels} levels; at most ${MAX_PATH_LEVELS} are allowed.`,
        fix: `Move the file at least ${over} ${over === 1 ? 'folder' : 'folders'} up.`,
      }
    },
  ),
  pathRule(
    {
      id: 'bundle/path-too-long',
      level: 'error',
      section: '8.1',
      breach: `A path has more than ${MAX_PATH_CHARACTERS} characters.`,
      why: `The service allows paths of up to ${MAX_PATH_CHARACTERS} characters.`,
      remedy: 'Shorten the names of the file or its folders.',
    },
    (path) => {
      const length = codePoints(path)
      const over = length - MAX_PATH_CHARACTERS
      if (over <= 0) return null
      return {
        message: `The path has ${length} characters; at most ${MAX_PATH_CHARACTERS} are allowed.`,
        fix: `Shorten it by ${over} ${over === 1 ? 'character' : 'characters'}.`,
      }
    },
  ),
  windowsName,
]
