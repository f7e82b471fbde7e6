import { safeText } from '../../terminal/safe-text.js'
import type { ProblemLevel, Reported } from '../problem.js'
import { placeOf, repositoryPath } from './repository-path.js'

const COMMANDS = {
  error: 'error',
  flag: 'warning',
  warning: 'warning',
  info: 'notice',
} as const satisfies Record<ProblemLevel, string>

/** The results as workflow commands, which GitHub shows as annotations beside the code. */
export const githubReport = (results: readonly Reported[]): string =>
  results
    .flatMap(({ path, kind, problems }) =>
      problems.map((problem) => {
        const { line, column, text } = placeOf(kind, problem)
        const properties = [
          `file=${property(repositoryPath(path, kind, problem.file))}`,
          ...(line === null ? [] : [`line=${line}`]),
          ...(column === null ? [] : [`col=${column}`]),
          `title=${property(problem.impact === null ? problem.rule : `${problem.rule} (${problem.impact})`)}`,
        ]
        return `::${COMMANDS[problem.level]} ${properties.join(',')}::${data(text)}\n`
      }),
    )
    .join('')

/**
 * A line break or a percent sign in a name must not start a command of its own, nor may a control character act on the
 * terminal that shows the log.
 */
const data = (text: string): string =>
  safeText(text.replaceAll('\r\n', '\n')).replaceAll('%', '%25').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
