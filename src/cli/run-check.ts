import { openBundle } from '../bundle/open.js'
import type { CheckResult } from '../check/problem.js'
import { jsonReport } from '../check/report/json.js'
import { sourceLines } from '../check/report/source-lines.js'
import { textReport } from '../check/report/text.js'
import { type CheckOptions, check } from '../check/run.js'
import { Failure } from '../failure.js'
import { VERSION_PATTERN } from '../platform/manifest.js'
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
  for (const path of paths) {
    const bundle = await openBundle(path, context.cwd)
    try {
      const result = await check(bundle, options)
      results.push(result)
      if (flags.format === 'text')
        context.out(
          await textReport(result, {
            styles: context.outStyles,
            columns: context.columns,
            sourceLine: sourceLines(bundle),
          }),
        )
    } finally {
      await bundle.close()
    }
  }
  if (flags.format === 'json') context.out(jsonReport(results))
  if (results.some(({ ok }) => !ok)) context.setExitCode(EXIT_CODES.no)
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
