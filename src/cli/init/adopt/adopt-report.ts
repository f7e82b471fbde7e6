import type { StillMissing } from '../../../adopt/bring-along.js'
import { CHANGE_KINDS, type Change, type ChangeKind, type LeftBehind } from '../../../adopt/change.js'
import type { Note } from '../../../adopt/unbuilt.js'
import type { CheckResult } from '../../../check/problem.js'
import { safeLine } from '../../../terminal/safe-text.js'
import type { Styles } from '../../../terminal/style.js'

/** What came of adopting a game; the shape of `init --from … --format json`. */
export interface AdoptResult {
  readonly schema: 1
  /** The new project's folder, and the game's, as the person would write them. */
  readonly path: string
  readonly from: string
  readonly app: { readonly id: string; readonly name: string; readonly version: string }
  readonly placeholderId: boolean
  readonly entry: string
  /** The icon's path, and the picture that it was made from; null for a plain tile. */
  readonly icon: { readonly path: string; readonly from: string | null }
  readonly files: readonly string[]
  readonly replaced: readonly string[]
  readonly changes: readonly Change[]
  readonly leftBehind: readonly LeftBehind[]
  /** What pages, CSS and imports name, and nobody has. */
  readonly missing: readonly StillMissing[]
  /** That the folder holds the source of a game, and files that need another ending. */
  readonly notes: readonly Note[]
  /** What is left for the person. */
  readonly check: CheckResult
}

/** Of one reason; `--format json` lists them all. */
const LISTED_LEFT_BEHIND = 6

/** Everything that was changed, by kind, and what was not taken along: the part of the report above `check`'s own. */
export const changeReport = (
  { changes, leftBehind, icon }: Pick<AdoptResult, 'changes' | 'leftBehind' | 'icon'>,
  styles: Styles,
): readonly string[] => {
  const { bold, dim } = styles
  const lines: string[] = []
  for (const kind of Object.keys(CHANGE_KINDS) as readonly ChangeKind[]) {
    const made = changes.filter((change) => change.kind === kind)
    if (made.length === 0) continue
    lines.push('', bold(`${CHANGE_KINDS[kind]}:`))
    for (const change of made) lines.push(`  ${changeLine(change, dim)}`)
  }
  lines.push('', bold('The icon:'))
  lines.push(
    icon.from === null
      ? `  ${icon.path} is a plain tile, since no picture here would do ${dim('--icon names one')}`
      : `  ${icon.path} ${dim(`made from ${safeLine(icon.from)}`)}`,
  )
  if (leftBehind.length > 0) {
    lines.push('', bold('Not taken along:'))
    for (const why of new Set(leftBehind.map((one) => one.why))) {
      const paths = leftBehind.filter((one) => one.why === why)
      const shown = paths.slice(0, LISTED_LEFT_BEHIND).map((one) => safeLine(one.path))
      const more = paths.length - shown.length
      lines.push(`  ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''} ${dim(safeLine(why))}`)
    }
  }
  return lines
}

/** What the person should know before anything else that is left. */
export const notesReport = (notes: readonly Note[], { yellow, dim }: Styles): readonly string[] =>
  notes.length === 0
    ? []
    : [
        ...notes.map(({ file, line, message }) =>
          `${yellow('!')} ${safeLine(message)} ${line === null ? '' : dim(safeLine(`${file}:${line}`))}`.trimEnd(),
        ),
        '',
      ]

/** What is named and can be had, for the part of the report that tells what is left; of the rest `check` tells. */
export const missingReport = (missing: readonly StillMissing[], { dim }: Styles): readonly string[] => {
  const known = missing.filter((one) => one.remedy !== null)
  if (known.length === 0) return []
  const lines = known
    .slice(0, LISTED_MISSING)
    .flatMap(({ file, url, remedy }) => [
      `  ${safeLine(shortened(url))} ${dim(`named by ${safeLine(file)}`)}`,
      `    → ${safeLine(remedy ?? '')}`,
    ])
  const more = known.length - LISTED_MISSING
  return [
    'Libraries that the game needs and that are not here:',
    ...lines,
    ...(more > 0 ? [dim(`  and ${more} more; --format json lists them all`)] : []),
    '',
  ]
}

const LISTED_MISSING = 20

const changeLine = ({ kind, file, line, from, to, why }: Change, dim: (text: string) => string): string => {
  const place = line === null ? file : `${file}:${line}`
  const words = safeLine(whatChanged(from, to))
  return kind === 'renamed' || kind === 'brought'
    ? `${words} ${dim(safeLine(why))}`
    : `${safeLine(place)} ${words} ${dim(safeLine(why))}`
}

const whatChanged = (from: string | null, to: string | null): string => {
  if (from === null) return shortened(to ?? '')
  return to === null ? shortened(from) : `${shortened(from)} → ${shortened(to)}`
}

const MAX_SHOWN = 100

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN - 1)}…`
}
