import { verdict } from '../../../check/report/review.js'
import { safeLine } from '../../../terminal/safe-text.js'
import { shellPath } from '../../../terminal/shell.js'
import type { Styles } from '../../../terminal/style.js'
import { counted, formatNumber } from '../../../terminal/units.js'
import type { AdoptResult } from './adopt-result.js'
import { changeCounts, changeLines, placeOf, shortened } from './change-list.js'
import { briefly, type HandWork, handWork, stopsIt } from './hand-work.js'

export interface AdoptReportOptions {
  readonly styles: Styles
  /** Whether every change is listed, and all that is left to do. */
  readonly verbose: boolean
  /** The commands that show the project. */
  readonly next: readonly string[]
}

/** The report that people read: what was recognized and changed, what needs a hand, and whether it will run. */
export const adoptReport = (result: AdoptResult, { styles, verbose, next }: AdoptReportOptions): string => {
  const { bold, dim, green, yellow } = styles
  const { path, app } = result
  const lines = [
    `${green('✓')} ${bold(safeLine(app.name))} is in ${safeLine(path)} ${dim(`(from ${safeLine(result.from)}, ${result.files.length} files)`)}`,
    ...(result.replaced.length === 0 ? [] : [dim(`  replaced: ${result.replaced.map(safeLine).join(', ')}`)]),
    '',
    `${bold('Recognized:')} ${result.recognized.map(safeLine).join(', ')}`,
    ...changed(result, verbose, styles),
    ...needsHand(handWork(result), verbose, styles, path),
    '',
    ...willRun(result, styles),
    ...tested(result, styles),
    '',
    'Next:',
    ...next.map((step) => `  ${bold(safeLine(step))}`),
    '',
  ]
  if (result.placeholderId)
    lines.push(
      `${yellow('!')} ${app.id} is a placeholder. It works until you upload: then register the app on the service`,
      '  and put its App ID into manifest.json.',
      '',
    )
  if (result.defaults.length > 0) {
    const fields = result.defaults.map((field) => field.replace('_', ' ')).join(' and ')
    const check = result.defaults.length > 1 ? 'are defaults: check them' : 'is a default: check it'
    lines.push(`${yellow('!')} The ${fields} in manifest.json ${check}.`, '')
  }
  const played = playLine(result, styles)
  if (played !== null) lines.push(played, '')
  return lines.join('\n')
}

const changed = (
  { changes, leftBehind, changesFile }: AdoptResult,
  verbose: boolean,
  styles: Styles,
): readonly string[] => {
  const { bold, dim } = styles
  const left = leftBehind.length === 0 ? [] : [`${counted(leftBehind.length, 'file')} left out`]
  const counts = [...changeCounts(changes), ...left]
  const where =
    changesFile === null ? '--verbose lists every change' : `every change is in ${safeLine(changesFile)}`
  return [
    `${bold('Changed:')} ${counts.length === 0 ? 'nothing' : counts.join(', ')}${counts.length === 0 || verbose ? '' : ` ${dim(`(${where})`)}`}`,
    ...(verbose && counts.length > 0 ? ['', ...changeLines(changes, leftBehind, styles)] : []),
  ]
}

/** So many things to do are read; `check` lists the rest. */
const SHOWN_WORK = 8

const needsHand = (
  all: readonly HandWork[],
  verbose: boolean,
  { bold, dim, green, red, yellow }: Styles,
  path: string,
): readonly string[] => {
  if (all.length === 0) return []
  const work = verbose ? all : briefly(all)
  const shown = verbose ? work : work.slice(0, SHOWN_WORK)
  const more = work.length - shown.length
  return [
    '',
    bold('Fix by hand:'),
    ...shown.flatMap(({ effect, message, fix, place, places }) => {
      const mark = effect === 'breaks' || effect === 'refused' ? red('✗') : yellow('!')
      const others = places > 1 ? ` and ${counted(places - 1, 'more place')}` : ''
      return [
        `${mark} ${bold(EFFECTS[effect])}  ${safeLine(shortened(message))} ${dim(`${safeLine(place)}${others}`)}`,
        ...(fix === null ? [] : [`    ${green('→')} ${safeLine(fix)}`]),
      ]
    }),
    ...(more > 0
      ? [
          dim(
            `  and ${formatNumber(more)} more: --verbose lists them, and so does miniapp check ${shellPath(path)}`,
          ),
        ]
      : []),
  ]
}

/** What becomes of the app where nothing is done. */
const EFFECTS = {
  refused: 'refused',
  breaks: 'breaks',
  waits: 'waits',
  'fails-if-used': 'fails if used',
  degrades: 'degrades',
  look: 'check',
} as const satisfies Record<HandWork['effect'], string>

const willRun = ({ check, obstacles }: AdoptResult, { green, red, magenta }: Styles): readonly string[] => {
  const [accepted, runs] = verdict(check)
  const stopped = obstacles.some(stopsIt)
  const mark =
    check.review === 'refused' || !check.runs || stopped
      ? red('✗')
      : check.review === 'admin'
        ? magenta('!')
        : green('✓')
  return [
    `${mark} ${safeLine(accepted)} ${safeLine(stopped && check.runs ? 'It will not run as it is.' : runs)}`,
  ]
}

const tested = ({ test }: AdoptResult, { dim, green, red }: Styles): readonly string[] => {
  if (test === null) return []
  const { result, picture } = test
  const broken = result.problems.filter(({ level }) => level === 'error').length
  return [
    result.ok
      ? `${green('✓')} It ran in ${counted(result.scenarios.length, 'scenario')} without an error.`
      : `${red('✗')} The test found ${counted(broken, 'error')}:`,
    ...result.problems
      .filter(({ level }) => level === 'error')
      .slice(0, SHOWN_WORK)
      .map(
        ({ message, file, line }) =>
          `  ${safeLine(shortened(message))} ${dim(safeLine(placeOf(file, line)))}`,
      ),
    ...(picture === null ? [] : [`  First screenshot: ${safeLine(picture)}`]),
  ]
}

/** Whether it plays as its original does, in one line; null where nobody wanted to know. */
const playLine = ({ test, notPlayed }: AdoptResult, { green, red, yellow }: Styles): string | null => {
  if (notPlayed !== null) return `${yellow('!')} It was not tested: ${safeLine(notPlayed)}`
  if (test === null) return null
  const mark = {
    'as-original': green('✓'),
    'with-differences': yellow('!'),
    no: red('✗'),
    unknown: yellow('!'),
  }
  return `${mark[test.plays.plays]} ${safeLine(test.plays.sentence)}`
}
