import { extensionOf } from '../../platform/file-types.js'
import { SHIM_FILE_NAME, SHIM_PARTS, type ShimPartName } from '../../shim/part-names.js'
import { composeShim, readShim, type ShimContents } from '../../shim/shim-file.js'
import type { Change } from '../change.js'
import { applyEdits, type Edit } from '../edits.js'
import { isLicence } from '../new-names.js'
import { isPage } from '../pages/page-elements.js'
import { kindOfFile } from '../scripts/parse-program.js'
import { reloadEdits } from '../scripts/reload-edits.js'
import type { AdoptedFile } from '../selection.js'
import { utf8Text } from '../text-of.js'
import { composedImports, importMapEdits } from './import-map.js'
import { hasScripts, neededParts } from './needed-parts.js'
import { runsScripts, shimEdits, waitingEdits } from './shim-edits.js'

/** An adopted game, as far as the shim is concerned. */
interface Adopted {
  readonly files: readonly AdoptedFile[]
  /** The entry page's path. */
  readonly entry: string
  readonly changes: readonly Change[]
}

/**
 * Puts the shim into an adopted game that needs it: the file, with the parts that its scripts need and the names of the
 * files that were renamed, and the element that loads it into every page with scripts.
 * @param before the game's own copy of the shim, where it was adopted already: it keeps what it has
 * @param more parts that no script asks for
 * @param site the folder of its site in which the game was: `/game`, or empty
 */
export const withShim = async <Game extends Adopted>(
  game: Game,
  before: Uint8Array | undefined,
  more: readonly ShimPartName[] = [],
  site = '',
  compose = composeShim,
): Promise<Game> => {
  const old = before === undefined ? null : readShim(Buffer.from(before).toString('utf8'))
  const contents = {
    parts: [...new Set([...neededParts(game.files, site), ...more, ...(old?.parts ?? [])])],
    renamed: { ...old?.renamed, ...renamedFiles(game) },
  }
  if (contents.parts.length === 0 && Object.keys(contents.renamed).length === 0) return game
  const reloading = contents.parts.includes('routes')
    ? withEdits(game.files, ({ path }, text) =>
        ['js', 'mjs'].includes(extensionOf(path) ?? '') ? reloadEdits(text, kindOfFile(path)) : [],
      )
    : { files: game.files, changes: [] }
  const { files, changes, linesAdded } = await putIn(reloading.files, game.entry, contents, site, compose)
  const below = (change: Change): Change => {
    const added = linesAdded.get(change.file)
    return added === undefined || change.line === null || change.line < added.from
      ? change
      : { ...change, line: change.line + added.count }
  }
  // The elements take no line of their own, so that nothing moves down.
  const modules = composedImports(files, contents.renamed)
  const mapped = withEdits(files, ({ path }, text) =>
    isPage(path) ? importMapEdits(text, path, modules) : [],
  )
  return {
    ...game,
    files: mapped.files,
    changes: [...game.changes.map(below), ...reloading.changes, ...changes, ...mapped.changes],
  }
}

/** Files with what `editsOf` changes in their texts. */
const withEdits = (
  files: readonly AdoptedFile[],
  editsOf: (file: AdoptedFile, text: string) => readonly Edit[],
): Pick<WithShim, 'files' | 'changes'> => {
  const changes: Change[] = []
  const edited = files.map((file): AdoptedFile => {
    if (!['js', 'mjs', 'html', 'htm'].includes(extensionOf(file.path) ?? '')) return file
    const text = utf8Text(file.bytes)
    const edits = editsOf(file, text)
    if (edits.length === 0) return file
    const result = applyEdits(text, edits, file.path)
    changes.push(...result.changes)
    return { path: file.path, bytes: Buffer.from(result.text, 'utf8') }
  })
  return { files: edited, changes }
}

/** A project's files with the shim among them. */
interface WithShim {
  /** Sorted by path. */
  readonly files: readonly AdoptedFile[]
  /** The changes to pages. */
  readonly changes: readonly Change[]
  /** By page: the first line that moved down, and by how many lines. */
  readonly linesAdded: ReadonlyMap<string, { readonly from: number; readonly count: number }>
}

/**
 * Puts the shim into a project's files.
 * @param entry the entry page's path, which gets it even if no script stands there
 */
export const putIn = async (
  files: readonly AdoptedFile[],
  entry: string,
  contents: ShimContents,
  site = '',
  compose = composeShim,
): Promise<WithShim> => {
  const changes: Change[] = []
  const linesAdded = new Map<string, { readonly from: number; readonly count: number }>()
  const why = whatFor(contents)
  const edited = files
    .filter(({ path }) => path !== SHIM_FILE_NAME)
    .map((file): AdoptedFile => {
      if (!isPage(file.path)) return file
      const text = utf8Text(file.bytes)
      const edits =
        file.path === entry || runsScripts(text)
          ? [
              ...shimEdits(text, file.path, why, site),
              ...(contents.parts.includes('routes') ? waitingEdits(text) : []),
            ]
          : []
      if (edits.length === 0) return file
      const result = applyEdits(text, edits, file.path)
      for (const change of result.changes) {
        changes.push(change)
        if (change.kind === 'shim' && change.to !== 'defer')
          linesAdded.set(file.path, {
            from: change.line ?? 1,
            count: edits.reduce((sum, edit) => sum + edit.text.split('\n').length - 1, 0),
          })
      }
      return { path: file.path, bytes: Buffer.from(result.text, 'utf8') }
    })
  const shim = { path: SHIM_FILE_NAME, bytes: Buffer.from(await compose(contents), 'utf8') }
  return { files: [...edited, shim].sort((a, b) => (a.path < b.path ? -1 : 1)), changes, linesAdded }
}

/** What a shim stands in for, in a few words. */
const whatFor = ({ parts, renamed }: ShimContents): string => {
  const titles = parts
    .filter((part): boolean => part !== 'names')
    .map((part: ShimPartName) => SHIM_PARTS[part].title)
  const count = Object.keys(renamed).length
  return [
    ...(titles.length === 0 ? [] : [`it stands in for ${titles.join(', ')}`]),
    ...(count === 0
      ? []
      : [
          `it finds ${count === 1 ? 'a renamed file by its' : `${count} renamed files by their`} old name${count === 1 ? '' : 's'}`,
        ]),
  ].join('; ')
}

/** The renamed files that a script may load, by their old paths. Pages and licences are nothing that it composes. */
const renamedFiles = ({ files, changes }: Adopted): Readonly<Record<string, string>> => {
  if (!hasScripts(files)) return {}
  return Object.fromEntries(
    changes.flatMap(({ kind, from, file }) =>
      (kind === 'renamed' || kind === 'unpacked' || kind === 'packed') &&
      from !== null &&
      !isLicence(from) &&
      !['html', 'htm', 'map'].includes(extensionOf(file) ?? '')
        ? [[from, file] as const]
        : [],
    ),
  )
}
