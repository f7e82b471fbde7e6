import type { Reported } from '../check/problem.js'
import type { RuleText } from '../check/rule.js'

/** The reports that programs read, and that all commands with a check give alike. */
export type CodeScanningFormat = 'sarif' | 'github'

/**
 * The results as SARIF, or as GitHub's annotations.
 * @param texts what the rules say of themselves that the problems name; left out, the rules of check
 */
export const codeScanningReport = async (
  format: CodeScanningFormat,
  results: readonly Reported[],
  texts?: readonly RuleText[],
): Promise<string> => {
  if (format === 'sarif') return (await import('../check/report/sarif.js')).sarifReport(results, texts)
  return (await import('../check/report/github.js')).githubReport(results)
}
