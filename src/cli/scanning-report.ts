import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Reported } from '../check/problem.js'
import { codeScanningReport } from '../check/report/code-scanning.js'
import type { RuleText } from '../check/rule.js'

/** The report for code scanning, which blames the sources of build output where they are on disk. */
export const scanningReport = (
  format: 'sarif' | 'github',
  results: readonly Reported[],
  cwd: string,
  texts?: readonly RuleText[],
): string =>
  codeScanningReport(format, results, {
    ...(texts === undefined ? {} : { texts }),
    isFile: (path) => {
      try {
        return statSync(resolve(cwd, path)).isFile()
      } catch {
        // A source that cannot be looked at is not blamed.
        return false
      }
    },
  })
