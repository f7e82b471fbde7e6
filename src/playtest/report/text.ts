import { allowLines, problemCounts, problemList, type TextReportOptions } from '../../check/report/text.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import type { PlaytestResult } from '../playtest.js'

/** The text report: problems by file, then the scenarios and their outcome. */
export const playtestReport = async (result: PlaytestResult, options: TextReportOptions): Promise<string> => {
  const { styles } = options
  const lines = [...(await problemList(result.problems, options))]
  if (lines.length > 0) lines.push('')
  const width = Math.max(NAME_WIDTH, ...result.scenarios.map(({ name }) => name.length))
  for (const scenario of result.scenarios) {
    const { name, theme, locale, platform, owner, seats, opened, readyMs, calls } = scenario
    const ready =
      readyMs === null
        ? styles.red('never ready')
        : readyMs === 0
          ? 'ready immediately'
          : `ready after ${readyMs} ms`
    const met = opened
      ? `${ready}, ${calls} ${calls === 1 ? 'call' : 'calls'}`
      : 'does not open on this platform'
    const browser = result.browsers.length === 1 ? '' : `${scenario.browser}, `
    const where = `${browser}${platform}, ${theme}, ${locale}${owner ? ', everything bought' : ''}${seats === 1 ? '' : `, ${seats} players`}`
    lines.push(`${styles.dim(`  ${name.padEnd(width)}  ${where}: `)}${met}`)
  }
  const limits = result.browsers.flatMap((browser) => browser.limits)
  if (limits.length > 0) lines.push('', ...limits.map((limit) => styles.dim(`  ${limit}`)))
  if (result.original !== null) lines.push('', ...besideLines(result.original, styles))
  const counts = problemCounts(result.problems, styles)
  const name = result.app === null ? result.path : `${result.app.name} ${result.app.version}`
  lines.push(
    '',
    ...(await allowLines(result, options)),
    `${result.ok ? styles.green('✓') : styles.red('✗')} ${styles.bold(safeLine(name))}: ${counts === '' ? 'no problems found' : counts} ${styles.dim(`(${result.browsers.map((browser) => browser.name).join(', ')}; seed ${result.seed}${result.torture === null ? '' : `, torture ${result.torture}`})`)}`,
  )
  return `${lines.join('\n')}\n`
}

/** How the app plays beside its original. */
export const besideSentence = (original: NonNullable<PlaytestResult['original']>): string =>
  `${comparisonSentence(original)}${original.withoutInternet ? ' It was played without the internet, which could not be reached.' : ''}`

const comparisonSentence = ({
  name,
  isOwn,
  plays,
  isTooSlow,
  differences,
}: NonNullable<PlaytestResult['original']>): string => {
  if (isTooSlow)
    return `${isOwn ? 'The app on a plain server' : `The original ${safeLine(name)}`} took too long to load or to answer: there is nothing to compare.`
  if (isOwn && !plays) return 'It shows nothing on a plain server: there is nothing to compare.'
  if (isOwn)
    return differences.length === 0
      ? 'It behaves as on a plain server.'
      : 'It does not behave as on a plain server.'
  const original = safeLine(name)
  if (!plays) return `The original ${original} shows nothing: there is nothing to compare.`
  return differences.length === 0
    ? `It behaves like its original ${original}.`
    : `It behaves differently from its original ${original}.`
}

/** The same, and where the pictures of what differs are. */
const besideLines = (
  original: NonNullable<PlaytestResult['original']>,
  { dim }: Styles,
): readonly string[] => {
  const { plays, differences } = original
  if (!plays || differences.length === 0) return [dim(`  ${besideSentence(original)}`)]
  const pairs = new Set(
    differences.flatMap(({ pictures }) =>
      pictures === null ? [] : [`${safeLine(pictures.here)}, ${safeLine(pictures.original)}`],
    ),
  )
  return [
    dim(`  ${besideSentence(original)} Pictures of both:`),
    ...[...pairs].map((pair) => dim(`  ${pair}`)),
  ]
}

/** The names of the scenarios that are played by default. */
const NAME_WIDTH = 9
