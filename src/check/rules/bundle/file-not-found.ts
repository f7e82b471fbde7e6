import { extensionOf } from '../../../platform/file-types.js'
import type { FileDigest } from '../../facts/digest.js'
import { type NamedFile, namedPath } from '../../facts/named-files.js'
import { scriptsOfPage } from '../../facts/page-scripts.js'
import { isRefusedPath } from '../../facts/refused-paths.js'
import { shownUrl } from '../../facts/url.js'
import type { BundleFacts, BundleRule, Finding } from '../../rule.js'

export const fileNotFound: BundleRule = {
  id: 'bundle/file-not-found',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A page, a style sheet or a script names a file that is not in the bundle.',
  why: 'There is nothing else that it could be loaded from. Letter case counts, whatever your own disk says.',
  mend: 'Put the file into the bundle, or write its path as it is there.',
  check: (facts) => {
    const spelled = new Map([...facts.files.keys()].map((path) => [path.toLowerCase(), path]))
    const loaded = loadedScripts(facts)
    return [...facts.digests.values()].flatMap((file) => {
      if (file.named.length === 0) return []
      const pages = file.scripts === null ? loaded.get(file.path) : undefined
      // What a script names counts only if a page runs it; CSS is shown by whoever imports it.
      if (isScript(file.path) && pages === undefined) return []
      return file.named.flatMap((named): readonly Finding[] => {
        const missing = missingPath(named, pages ?? [], facts)
        if (missing === null || isRefusedPath(missing, facts.bundle)) return []
        const near = spelled.get(missing.toLowerCase())
        return [
          {
            file: file.path,
            ...named.place,
            impact: named.impact,
            message: `${named.what} names ${shownUrl(named.url)}, ${missing === named.url ? 'which' : `and ${missing}`} is not in the bundle${near === undefined ? '' : `: the file is called ${near}`}.`,
            fix: fixOf(missing, near),
          },
        ]
      })
    })
  },
}

const fixOf = (missing: string, near: string | undefined): string => {
  if (near !== undefined) return 'Write the path in the letters of the file.'
  return extensionOf(missing) === null
    ? 'Take out what names it: the platform serves no files of that kind.'
    : `Add ${missing}, or take out what names it.`
}

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
const loadedScripts = ({ digests }: BundleFacts): ReadonlyMap<string, readonly string[]> => {
  const pages = new Map<string, string[]>()
  for (const page of digests.values()) {
    const seen = new Set<string>()
    const waiting = scriptsOfPage(page).flatMap(({ path, imports }) => [
      ...(path === null ? [] : [path]),
      ...imports,
    ])
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const script: FileDigest | undefined = digests.get(path)
      if (script === undefined || seen.has(path)) continue
      seen.add(path)
      pages.set(path, [...(pages.get(path) ?? []), page.path])
      for (const imported of script.imports) waiting.push(imported)
    }
  }
  return pages
}
