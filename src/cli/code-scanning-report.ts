import type { CheckResult } from '../check/problem.js'

/** The reports that programs read, and that all commands with a check give alike. */
export type CodeScanningFormat = 'sarif' | 'github'

/** The results as SARIF, or as GitHub's annotations. */
export const codeScanningReport = async (
  format: CodeScanningFormat,
  results: readonly CheckResult[],
): Promise<string> => {
  if (format === 'sarif') return (await import('../check/report/sarif.js')).sarifReport(results)
  return (await import('../check/report/github.js')).githubReport(results)
}
