import { IGNORE_FILE } from '../../../bundle/left-out.js'
import { extensionOf } from '../../../platform/file-types.js'
import { DEFAULT_ENTRY } from '../../../platform/manifest.js'
import { formatNumber } from '../../../terminal/units.js'
import { type NamedFile, namedPath } from '../../facts/bundle/named-files.js'
import { isRefusedPath } from '../../facts/bundle/refused-paths.js'
import type { BundleFacts } from '../../facts/file-summary.js'
import { valueAt } from '../../facts/manifest/path.js'
import { modulesOfPages } from '../../facts/modules/module-graph.js'
import { shownUrl } from '../../facts/text/url.js'
import { IMPACTS, type Impact } from '../../problem.js'
import type { BundleRule, Finding } from '../../rule.js'
import { namesOf } from '../../shortened.js'

export const fileNotFound: BundleRule = {
  id: 'bundle/file-not-found',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A page, stylesheet or script refers to a file that is not in the bundle.',
  why: 'A mini app can load only its own files. Letter case matters, even if your disk ignores it.',
  remedy: 'Add the file to the bundle, or correct its path.',
  check: (facts) => {
    const spelled = new Map([...facts.files.keys()].map((path) => [path.toLowerCase(), path]))
    const loaded = loadedScripts(facts)
    const renamed = new Set([...facts.summaries.values()].flatMap((file) => file.renamed))
    const folders = new Folders(facts.files.keys())
    const found = [...facts.summaries.values()].flatMap((file) => {
      if (file.named.length === 0) return []
      const pages = file.scripts === null ? loaded.get(file.path) : undefined
      // What a script names counts only if a page runs it; CSS is always counted.
      if (isScript(file.path) && pages === undefined) return []
      return file.named.flatMap((named): readonly Reference[] => {
        const missing = missingPath(named, pages ?? [], facts)
        if (missing === null || isRefusedPath(missing, facts.bundle)) return []
        // What scripts request by its old name, the browser shim finds.
        if (named.what !== 'import' && named.fails !== undefined && renamed.has(missing)) return []
        if (named.what === 'import' && isMapped(file.path, named.url, facts)) return []
        const isRoute = named.what === LINK && extensionOf(missing) === null
        const near =
          spelled.get(missing.toLowerCase()) ??
          (named.what === 'import' ? meantByImport(missing, facts) : undefined)
        const finding = {
          file: file.path,
          ...named.place,
          impact: named.impact,
          ...(named.fails === undefined || named.impact !== 'breaks' ? {} : { fails: named.fails }),
          ...(named.isScript ? { unloaded: missing } : {}),
          // A router of the app may take the link.
          ...(isRoute ? { shimmedBy: 'routes' as const } : {}),
          message: `${named.what} refers to ${shownUrl(named.url)}, ${missing === named.url ? 'which' : `but ${missing}`} is not in the bundle${near === undefined ? '' : `: the file is ${near}`}.`,
          fix: leftOutFix(missing, facts) ?? fixOf(missing, near, named),
        }
        return [{ finding, missing, cause: isRoute ? null : folders.causeOf(missing, near) }]
      })
    })
    const entry = valueAt(facts.manifest.value, ['entry']) ?? DEFAULT_ENTRY
    return byCause(
      found,
      facts,
      ({ file }) => file === entry || loaded.get(file)?.includes(String(entry)) === true,
    )
  },
}

const LINK = 'The href of <a>'

/** A reference to a file that is not there. */
interface Reference {
  readonly finding: Finding & { readonly file: string; readonly impact: Impact }
  /** The path that it leads to. */
  readonly missing: string
  readonly cause: FolderCause | null
}

/** What is wrong with a folder that references lead into: it is not there, or is written in other letter case. */
interface FolderCause {
  /** As the references write it. */
  readonly folder: string
  /** As it is written; null where there is none. */
  readonly meant: string | null
}

/** Up to so many references into a folder are told apart; of more, the folder is the cause. */
const MAX_APART = 3

/**
 * References that fail for one cause as one finding, where the first of them is.
 * @param isInApp whether the entry page has a finding, or loads the script that has it
 */
const byCause = (
  references: readonly Reference[],
  facts: BundleFacts,
  isInApp: (finding: Reference['finding']) => boolean,
): readonly Finding[] => {
  const causes = new Map<string, Reference[]>()
  for (const reference of references) {
    const { cause } = reference
    if (cause === null) continue
    const key = JSON.stringify([cause.folder, cause.meant])
    const same = causes.get(key)
    if (same === undefined) causes.set(key, [reference])
    else same.push(reference)
  }
  const together = new Map<Reference, readonly Reference[]>()
  for (const same of causes.values())
    if (same.length > MAX_APART) for (const one of same) together.set(one, same)
  return references.flatMap((reference) => {
    const same = together.get(reference)
    if (same === undefined) return [reference.finding]
    return same[0] === reference && reference.cause !== null
      ? [findingOf(reference.cause, same, facts, isInApp)]
      : []
  })
}

/** The worst of the references, as the finding for all of them: it is judged by when it is reached. */
const findingOf = (
  { folder, meant }: FolderCause,
  same: readonly Reference[],
  facts: BundleFacts,
  isInApp: (finding: Reference['finding']) => boolean,
): Finding => {
  const findings = same.map(({ finding }) => finding)
  const worst = findings.reduce((a, b) => {
    const worse =
      IMPACTS.indexOf(b.impact) - IMPACTS.indexOf(a.impact) || Number(isInApp(a)) - Number(isInApp(b))
    return worse < 0 ? b : a
  })
  const files = new Set(findings.map(({ file }) => file)).size
  const names = namesOf([...new Set(same.map(({ missing }) => missing))])
  const lead = `${formatNumber(same.length)} references in ${formatNumber(files)} ${files === 1 ? 'file' : 'files'}`
  return meant === null
    ? {
        ...worst,
        message: `${lead} point into ${folder}/, which is not in the bundle: ${names}.`,
        fix: leftOutFix(same[0]?.missing ?? '', facts) ?? `Add the folder ${folder}, or correct the paths.`,
      }
    : {
        ...worst,
        message: `${lead} use ${folder}/, but the folder is ${meant}/: ${names}.`,
        fix: 'Use the same letter case as the folder.',
      }
}

/** The folders of a bundle. */
class Folders {
  readonly #there = new Set<string>()

  constructor(paths: Iterable<string>) {
    for (const path of paths)
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
        const folder = path.slice(0, at)
        if (this.#there.has(folder)) break
        this.#there.add(folder)
      }
  }

  /** @param near the file that is most likely meant */
  causeOf(missing: string, near: string | undefined): FolderCause | null {
    const parts = missing.split('/')
    const folders = parts.slice(0, -1)
    const at = folders.findIndex((_, index) => !this.#there.has(folders.slice(0, index + 1).join('/')))
    if (at < 0) return null
    const folder = folders.slice(0, at + 1).join('/')
    if (near === undefined) return { folder, meant: null }
    const meant = near
      .split('/')
      .slice(0, at + 1)
      .join('/')
    // What the folder's files are named is right.
    const isCaseOnly = meant.toLowerCase() === folder.toLowerCase()
    return isCaseOnly && near.slice(meant.length) === missing.slice(folder.length) ? { folder, meant } : null
  }
}

/** What to do about a path that is not in the bundle because it was left out; null where it was not. */
const leftOutFix = (missing: string, { bundle }: BundleFacts): string | null => {
  const out = bundle.leftOut.find(
    ({ path }) => path === missing || (path.endsWith('/') && missing.startsWith(path)),
  )
  if (out?.reason.startsWith(IGNORE_FILE) === true)
    return `It is left out by ${out.reason}: change that, or remove the reference.`
  // Also where nothing is installed yet.
  const folder = out?.path ?? /^(?:.*?[/])?node_modules[/]/.exec(missing)?.[0]
  return folder === undefined
    ? null
    : `Copy the file out of ${folder}, which is never packed, or use a bundler.`
}

const fixOf = (missing: string, near: string | undefined, { what, url }: NamedFile): string => {
  if (near !== undefined && near.toLowerCase() === missing.toLowerCase())
    return 'Use the same letter case as the file.'
  // A browser adds no extension, and looks for no index file in a folder.
  if (near?.startsWith(missing) === true)
    return `Write "${url.replace(/[/]$/, '')}${near.slice(missing.length)}".`
  if (near !== undefined) return `Write the path of ${near}.`
  if (what === 'import' && extensionOf(missing) === null) return `Add ${missing}.js and write its full path.`
  return extensionOf(missing) === null
    ? 'Remove the reference: the platform does not serve files of that type.'
    : `Add ${missing}, or remove the reference.`
}

/** Whether the import map of a page says that an import is another file than the one that it names. */
const isMapped = (file: string, url: string, facts: BundleFacts): boolean =>
  modulesOfPages(facts).some(({ imports }) =>
    imports.some(
      (one) =>
        one.file === file &&
        one.imported.specifier === url &&
        one.resolved.to === 'path' &&
        one.resolved.mapped,
    ),
  )

/** The file that an import means as bundlers read it: without its extension, by its folder, by its TypeScript name. */
const meantByImport = (missing: string, { files }: BundleFacts): string | undefined =>
  [
    `${missing}.js`,
    `${missing}.mjs`,
    `${missing}/index.js`,
    `${missing}/index.mjs`,
    missing.replace(/\.[cm]?[jt]sx?$/, '.js'),
    missing.replace(/\.[cm]?[jt]sx?$/, '.mjs'),
  ].find((path) => files.has(path))

const isScript = (path: string): boolean => /\.m?js$/i.test(path)

/** The path that a named file would have; null where it is there. */
const missingPath = (
  { path, url }: NamedFile,
  pages: readonly string[],
  { files }: BundleFacts,
): string | null => {
  if (path !== null) return files.has(path) || isSecondFont(path, files) ? null : path
  // Relative to the page: it is missing where no page that runs the script would find it.
  const paths = pages.map((page) => namedPath(page, url))
  const [first = null] = paths
  return paths.some((one) => one === null || files.has(one)) ? null : first
}

/** Whether a font is there in another format, of which a browser takes the one that it likes best. */
const isSecondFont = (path: string, files: BundleFacts['files']): boolean => {
  const stem = /^(.*)\.(?:woff2?|ttf|otf)$/i.exec(path)?.[1]
  return (
    stem !== undefined && ['woff2', 'woff', 'ttf', 'otf'].some((format) => files.has(`${stem}.${format}`))
  )
}

/** The scripts that pages run, with those that they import, each with its pages. */
const loadedScripts = (facts: BundleFacts): ReadonlyMap<string, readonly string[]> => {
  const pages = new Map<string, string[]>()
  for (const { page, scripts } of modulesOfPages(facts))
    for (const path of scripts) pages.set(path, [...(pages.get(path) ?? []), page])
  return pages
}
