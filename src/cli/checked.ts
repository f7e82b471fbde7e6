import { resolve } from 'node:path'
import type { Bundle } from '../bundle/bundle.js'
import type { CheckResult } from '../check/problem.js'
import { sourceLines } from '../check/report/source-lines.js'
import { cannot, Failure } from '../failure.js'
import { styles } from '../terminal/style.js'
import type { CommandContext } from './context.js'

/** The outcome of checking one path. */
export interface Checked {
  readonly result: CheckResult
  /** The text report; empty where another format was requested. */
  readonly text: string
}

/** How a text report is laid out: for the terminal, or plainly for the file that `--output` names. */
export const reportLayout = (
  bundle: Bundle,
  { output, verbose }: { readonly output?: string | undefined; readonly verbose?: boolean | undefined },
  { outStyles, columns, outIsTerminal }: CommandContext,
) => ({
  styles: output === undefined ? outStyles : styles(false),
  columns,
  wraps: output === undefined && outIsTerminal,
  verbose: verbose === true,
  sourceLine: sourceLines(bundle),
})

/** Prints a report, or writes it to the file that `--output` names. */
export const putReport = async (
  report: string,
  output: string | undefined,
  { cwd, out }: CommandContext,
): Promise<void> => {
  if (output === undefined) return out(report)
  const { writeFileDurably } = await import('../durable/atomic-file.js')
  await writeFileDurably(resolve(cwd, output), report).catch(cannot('write', output))
}

/** What comes of a path, or the failure if the path is not a bundle. An interruption is thrown instead. */
export const outcomeOf = async <Outcome>(
  path: string,
  work: (path: string) => Promise<Outcome>,
): Promise<Outcome | Failure> => {
  try {
    return await work(path)
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'interrupted') return error
    throw error
  }
}
