import { isBuiltin } from 'node:module'
import { resolvePath } from '../../facts/bundle/paths.js'
import type { BundleFacts } from '../../facts/bundle-facts.js'
import { modulesOfPages, type PageImport } from '../../facts/modules/module-graph.js'
import { shownUrl } from '../../facts/text/url.js'
import type { BundleRule, Finding } from '../../rule.js'

export const unresolvedImport: BundleRule = {
  id: 'script/unresolved-import',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A module imports a name that no import map of the page has, or that the map leads to nothing.',
  why: 'Browsers know no packages: the module and all that import it do not run. `import()` fails when it is called.',
  mend: "Bundle the app, or put the package's file into the bundle and name it in an import map.",
  check: (facts) => {
    const said = new Set<string>()
    return modulesOfPages(facts).flatMap(({ page, imports }) =>
      imports.flatMap((one): readonly Finding[] => {
        const { file, imported } = one
        const key = `${file} ${imported.place.line} ${imported.place.column}`
        const found = said.has(key) ? null : judge(one, page, facts)
        if (found === null) return []
        said.add(key)
        return [{ file, ...imported.place, ...found }]
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
  // Whoever asks for a package in a condition, or minds that it is not there, does without it; so do libraries that run
  // in Node.js too.
  if (dynamic && (!certain || isBuiltin(specifier))) return null
  const name = shownUrl(specifier)
  if (resolved.to === 'path')
    return resolved.mapped && !files.has(resolved.path)
      ? {
          message: `import of ${name} fails: the import map of ${page} leads to ${resolved.path}, which is not in the bundle.`,
          fix: `Add ${resolved.path}, or correct the address in the import map.`,
        }
      : null
  if (resolved.to === 'blocked')
    return {
      message: `import of ${name} fails: its address in the import map of ${page} is not one that browsers take.`,
      fix: 'Begin the address with "./"; that of a name that ends in "/" ends in "/" too.',
    }
  if (resolved.to !== 'nothing') return null
  const isExternal = summaries.get(page)?.namesImportMap === true
  const reason = isExternal
    ? `the import map of ${page} is in a file, and browsers take only inline ones`
    : `it is not a path, and no import map of ${page} has it`
  return { message: `import of ${name} fails: ${reason}.`, fix: fixFor(specifier, file, isExternal, files) }
}

const fixFor = (
  specifier: string,
  file: string,
  isExternal: boolean,
  files: BundleFacts['files'],
): string => {
  if (isExternal) return 'Write the import map into the page.'
  const beside = resolvePath(file, specifier)
  if (beside !== null && files.has(beside)) return `Write ${JSON.stringify(`./${specifier}`)}.`
  if (isBuiltin(specifier)) return 'Remove it: only Node.js has this module.'
  return "Bundle the app, or put the package's file into the bundle and name it in an import map."
}
