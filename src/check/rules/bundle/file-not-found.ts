import { extensionOf } from '../../../platform/file-types.js'
import { type NamedFile, namedPath } from '../../facts/bundle/named-files.js'
import { isRefusedPath } from '../../facts/bundle/refused-paths.js'
import type { BundleFacts } from '../../facts/bundle-facts.js'
import { modulesOfPages } from '../../facts/modules/module-graph.js'
import { shownUrl } from '../../facts/text/url.js'
import type { BundleRule, Finding } from '../../rule.js'

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
    return [...facts.summaries.values()].flatMap((file) => {
      if (file.named.length === 0) return []
      const pages = file.scripts === null ? loaded.get(file.path) : undefined
      // What a script names counts only if a page runs it; CSS is always counted.
      if (isScript(file.path) && pages === undefined) return []
      return file.named.flatMap((named): readonly Finding[] => {
        const missing = missingPath(named, pages ?? [], facts)
        if (missing === null || isRefusedPath(missing, facts.bundle)) return []
        if (named.what === 'import' && isMapped(file.path, named.url, facts)) return []
        const near =
          spelled.get(missing.toLowerCase()) ??
          (named.what === 'import' ? meantByImport(missing, facts) : undefined)
        return [
          {
            file: file.path,
            ...named.place,
            impact: named.impact,
            ...(named.fails === undefined ? {} : { fails: named.fails }),
            message: `${named.what} refers to ${shownUrl(named.url)}, ${missing === named.url ? 'which' : `but ${missing}`} is not in the bundle${near === undefined ? '' : `: the file is ${near}`}.`,
            fix: fixOf(missing, near, named),
          },
        ]
      })
    })
  },
}

const fixOf = (missing: string, near: string | undefined, { what, url }: NamedFile): string => {
  if (near !== undefined && near.toLowerCase() === missing.toLowerCase())
    return 'Use the letter case of the file.'
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
