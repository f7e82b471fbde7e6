import { isBuiltin } from 'node:module'
import { resolvePath } from '../../facts/bundle/paths.js'
import type { BundleFacts } from '../../facts/file-summary.js'
import { modulesOfPages, type PageImport } from '../../facts/modules/module-graph.js'
import { failingImport } from '../../facts/script/imports.js'
import { shownUrl } from '../../facts/text/url.js'
import type { BundleRule, Finding } from '../../rule.js'

export const unresolvedImport: BundleRule = {
  id: 'script/unresolved-import',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: "A module imports a name that the page's import map does not define, or maps to a missing file.",
  why: 'Browsers do not resolve packages: the module and every module that imports it fail to load. `import()` rejects when it is called.',
  remedy: "Use a bundler, or add the package's file to the bundle and an import map.",
  check: (facts) => {
    const reported = new Set<string>()
    return modulesOfPages(facts).flatMap(({ page, imports }) =>
      imports.flatMap((one): readonly Finding[] => {
        const { file, imported } = one
        const key = `${file} ${imported.place.line} ${imported.place.column}`
        const found = reported.has(key) ? null : judge(one, page, facts)
        if (found === null) return []
        reported.add(key)
        return [{ file, ...imported.place, ...found, fails: failingImport(imported) }]
      }),
    )
  },
}

const judge = (
  { file, imported, resolved }: PageImport,
  page: string,
  { files, summaries }: BundleFacts,
): Pick<Finding, 'message' | 'fix'> | null => {
  const { specifier, dynamic, certain } = imported
  // A script that imports a package in a condition, or handles its absence, does without it; so do libraries that run
  // in Node.js too.
  if (dynamic && (!certain || isBuiltin(specifier))) return null
  const name = shownUrl(specifier)
  if (resolved.to === 'path')
    return resolved.mapped && !files.has(resolved.path)
      ? {
          message: `The import of ${name} fails: the import map of ${page} points to ${resolved.path}, which is not in the bundle.`,
          fix: `Add ${resolved.path}, or correct the address in the import map.`,
        }
      : null
  if (resolved.to === 'blocked')
    return {
      message: `The import of ${name} fails: its address in the import map of ${page} is not valid.`,
      fix: 'Start the address with "./". If the name ends in "/", the address must end in "/" too.',
    }
  if (resolved.to !== 'nothing') return null
  const isExternal = summaries.get(page)?.namesImportMap === true
  const reason = isExternal
    ? `the import map of ${page} is an external file, and browsers support only inline import maps`
    : `it is not a path, and no import map of ${page} defines it`
  return {
    message: `The import of ${name} fails: ${reason}.`,
    fix: fixFor(specifier, file, isExternal, files),
  }
}

const fixFor = (
  specifier: string,
  file: string,
  isExternal: boolean,
  files: BundleFacts['files'],
): string => {
  if (isExternal) return 'Inline the import map in the page.'
  const beside = resolvePath(file, specifier)
  if (beside !== null && files.has(beside)) return `Write ${JSON.stringify(`./${specifier}`)}.`
  if (isBuiltin(specifier)) return 'Remove it: only Node.js has this module.'
  return "Use a bundler, or add the package's file to the bundle and an import map."
}
