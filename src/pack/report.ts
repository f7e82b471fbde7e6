import { MAX_FILES, MAX_UNPACKED_BYTES, MAX_ZIP_BYTES } from '../platform/limits.js'
import { safeLine } from '../terminal/safe-text.js'
import type { Styles } from '../terminal/style.js'
import { formatBytes, formatNumber } from '../terminal/units.js'
import type { OptimizedFile } from './optimize.js'
import type { PackedZip, PackResult } from './pack.js'

const LARGEST_SHOWN = 5

/** What was packed, for people: the budget, the largest files, and where the zip is. */
export const packReport = (
  { check, zip, leftOut, optimized, raised }: PackResult,
  styles: Styles,
): string => {
  if (zip === null) return `${styles.red('Nothing was packed.')}\n`
  const { files, bytes } = check.totals
  const lines = [
    '',
    styles.bold('Budget'),
    budgetLine('files', files, MAX_FILES, formatNumber, styles),
    budgetLine('unpacked', bytes, MAX_UNPACKED_BYTES, formatBytes, styles),
    budgetLine('zipped', zip.bytes, MAX_ZIP_BYTES, formatBytes, styles),
    '',
  ]
  const shown = zip.written
    ? zip.files.toSorted((a, b) => b.compressedBytes - a.compressedBytes).slice(0, LARGEST_SHOWN)
    : zip.files
  lines.push(styles.bold(zip.written ? 'Largest in the zip' : 'Files to pack'))
  for (const file of shown)
    lines.push(`  ${formatBytes(file.compressedBytes).padStart(12)}  ${safeLine(file.path)}`)
  if (!zip.written && leftOut.length > 0) {
    lines.push('', styles.bold('Files to leave out'))
    for (const { path, reason } of leftOut)
      lines.push(`  ${safeLine(path)} ${styles.dim(`(${safeLine(reason)})`)}`)
  }
  if (optimized.length > 0) {
    const saved = (one: OptimizedFile): number => one.before - one.after
    const total = optimized.reduce((sum, one) => sum + saved(one), 0)
    lines.push('', styles.bold(`Optimized (${formatBytes(total)} saved, no pixel changed)`))
    for (const one of optimized.toSorted((a, b) => saved(b) - saved(a)).slice(0, LARGEST_SHOWN))
      lines.push(
        `  ${formatBytes(one.after).padStart(12)}  ${safeLine(one.path)} ${styles.dim(`(was ${formatBytes(one.before)})`)}`,
      )
    if (optimized.length > LARGEST_SHOWN)
      lines.push(styles.dim(`  and ${formatNumber(optimized.length - LARGEST_SHOWN)} more`))
  }
  lines.push('')
  // The folder's own manifest is where everybody expects it; one that a build copies is not.
  if (raised.length > 1)
    lines.push(
      `${zip.written ? 'Raised' : 'Would raise'} the version in ${raised.map(safeLine).join(' and ')}`,
    )
  lines.push(
    zip.written
      ? packedLine(zip, styles)
      : `Would write ${safeLine(zip.path)} (${formatBytes(zip.bytes)}); nothing was written.`,
  )
  return `${lines.join('\n')}\n`
}

/** Where the zip is. */
export const packedLine = ({ path, bytes }: PackedZip, styles: Styles): string =>
  `${styles.green('Packed')} ${safeLine(path)} (${formatBytes(bytes)})`

const BAR_WIDTH = 20

const budgetLine = (
  name: string,
  used: number,
  limit: number,
  format: (value: number) => string,
  styles: Styles,
): string => {
  const share = used / limit
  const filled = Math.min(BAR_WIDTH, Math.ceil(share * BAR_WIDTH))
  const bar = '█'.repeat(filled) + styles.dim('░'.repeat(BAR_WIDTH - filled))
  return `  ${name.padEnd(9)} ${bar} ${`${Math.round(share * 100)}%`.padStart(4)}  ${format(used)} of ${format(limit)}`
}
