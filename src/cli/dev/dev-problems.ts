import type { CheckResult } from '../../check/problem.js'
import { wrapText } from '../../terminal/wrap-text.js'
import type { CommandContext } from '../context.js'

/** Prints a one-line summary of each check of a running app when it differs from the last one. */
export const problemReporter = ({
  note,
  noteColumns,
  noteStyles: styles,
}: Pick<CommandContext, 'note' | 'noteColumns' | 'noteStyles'>): ((
  result: Pick<CheckResult, 'problems'>,
) => void) => {
  let lastSummary = ''
  return (result) => {
    const problems = result.problems.filter(({ allowed }) => allowed !== true)
    const found = (
      [
        ['error', styles.red],
        ['flag', styles.yellow],
        ['warning', styles.yellow],
      ] as const
    ).flatMap(([level, style]) => {
      const count = problems.filter((problem) => problem.level === level).length
      return count === 0 ? [] : [style(`${count} ${level}${count === 1 ? '' : 's'}`)]
    })
    const breaking = problems.filter(({ impact }) => impact === 'breaks').length
    const stops = breaking === 0 ? '' : `, ${breaking} of which will stop the app from running`
    const text = found.join(', ') + stops
    if (text === lastSummary) return
    lastSummary = text
    const line =
      text === ''
        ? styles.green('No problems left.')
        : `${text}: see the Problems panel in the simulator, or run miniapp check.`
    note(`  ${wrapText(line, noteColumns - 2, 'keep').join('\n  ')}`)
  }
}
