import { AUTO_APPROVAL_WAIT_MS } from '../../platform/limits.js'
import { HOUR_MS } from '../../platform/units.js'
import { formatNumber } from '../../terminal/units.js'
import type { CheckResult, Problem } from '../problem.js'

/**
 * Whether the service would take the version and what becomes of it after its upload (3.1), and whether it will run:
 * two sentences that a developer can act on.
 */
export const verdict = ({
  review,
  app,
  problems,
}: Pick<CheckResult, 'review' | 'app' | 'problems'>): readonly [string, string] => {
  const breaking = problems.filter(({ impact }) => impact === 'breaks').length
  const stops = `${formatNumber(breaking)} ${breaking === 1 ? 'problem' : 'problems'} will stop it from running.`
  if (review === 'refused') {
    const errors = problems.filter(({ level }) => level === 'error').length
    const refused = `The service would refuse this version: fix the ${errors === 1 ? 'error' : `${formatNumber(errors)} errors`} first.`
    return [refused, breaking > 0 ? stops : app === null ? NOT_TOLD : RUNS]
  }
  const next = review === 'admin' ? `wait for an admin: ${flagReasons(problems)}.` : GOES_LIVE
  if (breaking > 0) return [`The service would accept this version, but ${stops}`, `It would ${next}`]
  return [`This version would ${review === 'admin' ? 'be accepted and ' : ''}${next}`, RUNS]
}

const HOURS = AUTO_APPROVAL_WAIT_MS / HOUR_MS
const GOES_LIVE = `go live by itself ${HOURS === 1 ? 'an hour' : `${HOURS} hours`} after its upload.`
const RUNS = 'No problem was found that stops it from running.'
const NOT_TOLD = 'Without its manifest, the check cannot tell whether it will run.'

/** What the service flags, each reason with the files that give it. */
const flagReasons = (problems: readonly Problem[]): string => {
  const filesByReason = new Map<string, Set<string>>()
  for (const { level, message, file } of problems) {
    if (level !== 'flag') continue
    // A flag's message begins with what the version is flagged with, which may itself have dots.
    const reason = message.split(/[:;] /, 1)[0] ?? message
    filesByReason.set(reason, (filesByReason.get(reason) ?? new Set()).add(file ?? 'the bundle'))
  }
  return [...filesByReason].map(([reason, files]) => `${reason} (${listed([...files])})`).join('; ')
}

const listed = (files: readonly string[]): string => {
  const more = files.length - MAX_LISTED
  if (more <= 1) return files.join(', ')
  return `${files.slice(0, MAX_LISTED).join(', ')} and ${formatNumber(more)} more`
}

/** Of hundreds of files nobody reads the names in one sentence. */
const MAX_LISTED = 5
