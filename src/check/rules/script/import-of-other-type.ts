import { extensionOf } from '../../../platform/file-types.js'
import type { BundleFacts } from '../../facts/file-summary.js'
import { modulesOfPages, type PageImport } from '../../facts/modules/module-graph.js'
import { failingImport } from '../../facts/script/imports.js'
import { shownUrl } from '../../facts/text/url.js'
import type { BundleRule, Finding } from '../../rule.js'

export const importOfOtherType: BundleRule = {
  id: 'script/import-of-other-type',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A module imports a file that is not a script, such as JSON without an import attribute.',
  why: 'Browsers import only scripts, and JSON or CSS with an import attribute. Otherwise the module and every module that imports it fail to load. Only bundlers can import images and other files.',
  remedy: "Add `with { type: 'json' }`, or load the file with `fetch`.",
  check: (facts) => {
    const reported = new Set<string>()
    return modulesOfPages(facts).flatMap(({ imports }) =>
      imports.flatMap((one): readonly Finding[] => {
        const { file, imported } = one
        const key = `${file} ${imported.place.line} ${imported.place.column}`
        const found = reported.has(key) ? null : judge(one, facts)
        if (found === null) return []
        reported.add(key)
        return [{ file, ...imported.place, ...found, fails: failingImport(imported) }]
      }),
    )
  },
}

const judge = (
  { imported, resolved }: PageImport,
  { files }: BundleFacts,
): Pick<Finding, 'message' | 'fix'> | null => {
  const { specifier, type, dynamic, certain } = imported
  if (resolved.to !== 'path' || !files.has(resolved.path) || type === undefined) return null
  if (dynamic && !certain) return null
  const extension = extensionOf(resolved.path)
  const is = extension === 'mjs' ? 'js' : extension
  const wanted = type ?? 'js'
  if (is === wanted) return null
  const name = shownUrl(specifier)
  if (is === 'json' || is === 'css')
    return {
      message: `The import of ${name} fails: ${is.toUpperCase()} needs { type: "${is}" }.`,
      fix: dynamic
        ? `Pass { with: { type: "${is}" } } as the second argument, or load the file with fetch.`
        : `Add with { type: "${is}" } after the path, or load the file ${is === 'css' ? 'with a <link>' : 'with fetch'}.`,
    }
  if (is === 'js')
    return {
      message: `The import of ${name} fails: it is a script, but the import says ${JSON.stringify(type)}.`,
      fix: 'Remove the attribute.',
    }
  return {
    message: `The import of ${name} fails: it is not a script.`,
    fix: 'Load it with fetch, or reference it in the page.',
  }
}
