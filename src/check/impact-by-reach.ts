import { extensionOf } from '../platform/file-types.js'
import type { BundleFacts } from './facts/bundle-facts.js'
import { unreachedScripts } from './facts/modules/unreached-scripts.js'
import type { Problem } from './problem.js'

/**
 * The problems of single files, those of a script that nothing loads without an impact: it never runs.
 * @param rules the ids of the rules of which that is true
 */
export const impactByReach = async (
  problems: readonly Problem[],
  rules: ReadonlySet<string>,
  facts: BundleFacts,
): Promise<readonly Problem[]> => {
  const scripts = new Set(
    problems.flatMap(({ rule, file, impact }) =>
      rules.has(rule) && file !== null && impact !== null && isScript(file) ? [file] : [],
    ),
  )
  if (scripts.size === 0) return problems
  const unreached = await unreachedScripts(facts, scripts)
  return unreached.size === 0
    ? problems
    : problems.map((problem) =>
        rules.has(problem.rule) && problem.file !== null && unreached.has(problem.file)
          ? { ...problem, impact: null }
          : problem,
      )
}

const isScript = (path: string): boolean => {
  const extension = extensionOf(path)
  return extension === 'js' || extension === 'mjs'
}
