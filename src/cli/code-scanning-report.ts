import type { Reported } from '../check/problem.js'
import type { RuleText } from '../check/rule.js'

/** The machine-readable formats that every checking command offers. */
export type CodeScanningFormat = 'sarif' | 'github'

/**
 * * The results as SARIF, or as GitHub's annotations.
 * @param texts the texts of the rules that the problems name; by default, the rules of `check`
 */
export const codeScanningReport = async (
  format: CodeScanningFormat,
  results: readonly Reported[],
  texts?: readonly RuleText[],
): Promise<string> => {
  if (format === 'sarif') return (await import('../check/report/sarif.js')).sarifReport(results, texts)
  return (await import('../check/report/github.js')).githubReport(results)
}
