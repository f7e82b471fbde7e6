import { extensionOf } from '../platform/file-types.js'
import type { BundleFacts } from './facts/bundle-facts.js'
import { unreachedScripts } from './facts/modules/unreached-scripts.js'
import type { Problem } from './problem.js'

/** The problems of single files, those of a script that nothing loads without an impact: it never runs. */
export const impactByReach = async (
  problems: readonly Problem[],
  facts: BundleFacts,
): Promise<readonly Problem[]> => {
  const scripts = new Set(
    problems.flatMap(({ file, impact }) =>
      file !== null && impact !== null && isScript(file) ? [file] : [],
    ),
  )
  if (scripts.size === 0) return problems
  const unreached = await unreachedScripts(facts, scripts)
  return unreached.size === 0
    ? problems
    : problems.map((problem) =>
        problem.file !== null && unreached.has(problem.file) ? { ...problem, impact: null } : problem,
      )
}

const isScript = (path: string): boolean => {
  const extension = extensionOf(path)
  return extension === 'js' || extension === 'mjs'
}
