import { CHANGE_KINDS, type Change, type ChangeKind, type LeftBehind } from '../../../adopt/change.js'
import { safeLine } from '../../../terminal/safe-text.js'
import type { Styles } from '../../../terminal/style.js'
import { formatNumber } from '../../../terminal/units.js'

/** The kinds of changes that were made, in the order in which they are reported, each with how many there are. */
export const changeCounts = (changes: readonly Change[]): readonly string[] =>
  kindsOf(changes).map(([kind, made]) => {
    const [one, many] = CHANGE_KINDS[kind].count
    return made.length === 1 ? one : many.replace('#', formatNumber(made.length))
  })

/** Every change with its place and why it was made, and every file that was left out: what `--verbose` shows. */
export const changeLines = (
  changes: readonly Change[],
  leftBehind: readonly LeftBehind[],
  { bold, dim }: Pick<Styles, 'bold' | 'dim'>,
): readonly string[] => {
  const lines: string[] = []
  for (const [kind, made] of kindsOf(changes)) {
    if (lines.length > 0) lines.push('')
    lines.push(bold(`${CHANGE_KINDS[kind].title}:`))
    for (const change of made) lines.push(`  ${changeLine(change, dim)}`)
  }
  if (leftBehind.length > 0) {
    if (lines.length > 0) lines.push('')
    lines.push(bold('Left out:'))
    for (const { path, why } of leftBehind) lines.push(`  ${safeLine(path)} ${dim(safeLine(why))}`)
  }
  return lines
}

const kindsOf = (changes: readonly Change[]): readonly (readonly [ChangeKind, readonly Change[]])[] =>
  (Object.keys(CHANGE_KINDS) as readonly ChangeKind[])
    .map((kind) => [kind, changes.filter((change) => change.kind === kind)] as const)
    .filter(([, made]) => made.length > 0)

const changeLine = ({ kind, file, line, from, to, why }: Change, dim: Styles['dim']): string => {
  const words = safeLine(whatChanged(from, to))
  return kind === 'renamed' || kind === 'packed' || kind === 'brought'
    ? `${words} ${dim(safeLine(why))}`
    : `${safeLine(placeOf(file, line))} ${words} ${dim(safeLine(why))}`
}

const whatChanged = (from: string | null, to: string | null): string => {
  if (from === null) return shortened(to ?? '')
  return to === null ? shortened(from) : `${shortened(from)} → ${shortened(to)}`
}

/** `file:line`, as far as they are known. */
export const placeOf = (file: string | null, line: number | null): string =>
  line === null ? (file ?? '') : `${file}:${line}`

const MAX_SHOWN = 100

/** A text in one line, cut where it is long. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN - 1)}…`
}
