import { resolve } from 'node:path'
import { openBundle } from '../bundle/open.js'
import type { CheckResult } from '../check/problem.js'
import { jsonReport } from '../check/report/json.js'
import { sourceLines } from '../check/report/source-lines.js'
import { textReport } from '../check/report/text.js'
import { type CheckOptions, check } from '../check/run.js'
import { writeFileDurably } from '../durable/atomic-file.js'
import { Failure, fileFailure } from '../failure.js'
import { VERSION_PATTERN } from '../platform/manifest.js'
import { styles } from '../terminal/style.js'
import type { CheckFlags } from './commands/check.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES } from './exit-codes.js'

/** Checks every path and reports; the worst answer is the exit code. */
export const runCheck = async (
  paths: readonly string[],
  flags: CheckFlags,
  context: CommandContext,
): Promise<void> => {
  const options = checkOptions(flags, context)
  const results: CheckResult[] = []
  let report = ''
  for (const path of paths) {
    const bundle = await openBundle(path, context.cwd)
    try {
      const result = await check(bundle, options)
      results.push(result)
      if (flags.format === 'text')
        report += await textReport(result, {
          styles: flags.output === undefined ? context.outStyles : styles(false),
          columns: context.columns,
          sourceLine: sourceLines(bundle),
        })
    } finally {
      await bundle.close()
    }
  }
  if (flags.format !== 'text') report = await machineReport(flags.format, results)
  if (flags.output === undefined) context.out(report)
  else await write(resolve(context.cwd, flags.output), flags.output, report)
  if (results.some(({ ok }) => !ok)) context.setExitCode(EXIT_CODES.no)
}

const machineReport = async (
  format: 'json' | 'sarif' | 'github',
  results: readonly CheckResult[],
): Promise<string> => {
  if (format === 'json') return jsonReport(results)
  if (format === 'sarif') return (await import('../check/report/sarif.js')).sarifReport(results)
  return (await import('../check/report/github.js')).githubReport(results)
}

const write = async (full: string, shown: string, report: string): Promise<void> => {
  try {
    await writeFileDurably(full, report)
  } catch (error) {
    throw fileFailure('write', shown, error)
  }
}

const checkOptions = ({ strict, after }: CheckFlags, { interrupted }: CommandContext): CheckOptions => {
  if (after !== undefined && !VERSION_PATTERN.test(after))
    throw new Failure('usage', `--after is ${after}; it must be MAJOR.MINOR.PATCH.`, 'Write it like 1.2.3.')
  return {
    signal: interrupted,
    ...(strict === undefined ? {} : { strict }),
    ...(after === undefined ? {} : { after }),
  }
}
