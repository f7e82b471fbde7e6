import { AUTO_APPROVAL_WAIT_MS } from '../../platform/limits.js'
import type { Problem, Review } from '../problem.js'

const HOUR_MS = 3_600_000

/** What becomes of the version after its upload (3.1), as a sentence that a developer can act on. */
export const reviewSentence = (review: Review, problems: readonly Problem[]): string => {
  if (review === 'automatic') {
    const hours = AUTO_APPROVAL_WAIT_MS / HOUR_MS
    return `This version would go live by itself ${hours === 1 ? 'an hour' : `${hours} hours`} after its upload.`
  }
  if (review === 'refused') {
    const errors = problems.filter(({ level }) => level === 'error').length
    return `The service would refuse this version: mend the ${errors === 1 ? 'error' : `${errors} errors`} first.`
  }
  const filesByReason = new Map<string, Set<string>>()
  for (const { level, message, file } of problems) {
    if (level !== 'flag') continue
    const reason = message.split(/[;.]/, 1)[0] ?? message
    filesByReason.set(reason, (filesByReason.get(reason) ?? new Set()).add(file ?? 'the bundle'))
  }
  const reasons = [...filesByReason].map(([reason, files]) => `${reason} (${[...files].join(', ')})`)
  return `This version would be accepted and wait for an admin: ${reasons.join('; ')}.`
}
