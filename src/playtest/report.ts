import { problemCounts, problemList, type TextReportOptions } from '../check/report/text.js'
import { safeLine } from '../terminal/safe-text.js'
import type { PlaytestResult } from './playtest.js'

/** The report that people read: what was met, by file, then what was played and how it went. */
export const playtestReport = async (result: PlaytestResult, options: TextReportOptions): Promise<string> => {
  const { styles } = options
  const lines = [...(await problemList(result.problems, options))]
  if (lines.length > 0) lines.push('')
  for (const { name, theme, locale, platform, owner, opened, readyMs, calls } of result.scenarios) {
    const ready =
      readyMs === null
        ? styles.red('never ready')
        : readyMs === 0
          ? 'ready at once'
          : `ready after ${readyMs} ms`
    const met = opened ? `${ready}, ${calls} ${calls === 1 ? 'call' : 'calls'}` : 'does not open here'
    const where = `${platform}, ${theme}, ${locale}${owner ? ', all bought' : ''}`
    lines.push(`${styles.dim(`  ${name.padEnd(NAME_WIDTH)}  ${where}: `)}${met}`)
  }
  const counts = problemCounts(result.problems, styles)
  const name = result.app === null ? result.path : `${result.app.name} ${result.app.version}`
  lines.push(
    '',
    `${result.ok ? styles.green('✓') : styles.red('✗')} ${styles.bold(safeLine(name))}: ${counts === '' ? 'nothing went wrong' : counts} ${styles.dim(`(seed ${result.seed}${result.torture === null ? '' : `, torture ${result.torture}`})`)}`,
  )
  return `${lines.join('\n')}\n`
}

const NAME_WIDTH = 9
