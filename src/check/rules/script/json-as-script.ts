import type { BundleFacts } from '../../facts/file-summary.js'
import { modulesOfPages } from '../../facts/modules/module-graph.js'
import { failingImport } from '../../facts/script/imports.js'
import type { BundleRule, Finding } from '../../rule.js'

export const jsonAsScript: BundleRule = {
  id: 'script/json-as-script',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A page runs a script file that contains JSON.',
  why: 'JSON is not a script: the browser reports a SyntaxError. The file is fine as data that scripts load with `fetch`.',
  remedy: 'Load the file with `fetch`, or turn it into a script that assigns the value.',
  check: (facts) => [...byElements(facts), ...byImports(facts)],
}

const byElements = ({ summaries }: BundleFacts): readonly Finding[] =>
  [...summaries.values()].flatMap((page) =>
    (page.scripts ?? [])
      .filter(({ path }) => path !== null && summaries.get(path)?.isJson === true)
      .map(({ path, place }) => ({
        file: page.path,
        ...place,
        ...finding(path ?? ''),
        unloaded: path ?? '',
      })),
  )

const byImports = (facts: BundleFacts): readonly Finding[] => {
  const { summaries } = facts
  const reported = new Set<string>()
  return modulesOfPages(facts).flatMap(({ imports }) =>
    imports.flatMap(({ file, imported, resolved }): readonly Finding[] => {
      if (resolved.to !== 'path' || summaries.get(resolved.path)?.isJson !== true) return []
      const { line, column } = imported.place
      const key = `${file} ${line} ${column}`
      if (reported.has(key)) return []
      reported.add(key)
      return [{ file, line, column, ...finding(resolved.path), fails: failingImport(imported) }]
    }),
  )
}

const finding = (path: string): Pick<Finding, 'message' | 'fix'> => ({
  message: `${path} contains JSON, which a browser cannot run as a script.`,
  fix: `Load ${path} with fetch.`,
})
