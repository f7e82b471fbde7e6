import { AUTO_APPROVAL_WAIT_MS } from '../../platform/limits.js'
import { HOUR_MS } from '../../platform/units.js'
import { counted, formatNumber } from '../../terminal/units.js'
import type { CheckResult, Problem } from '../problem.js'
import { aiCapability, PLACEHOLDER_APP_ID } from '../rules/manifest/fields.js'
import { fileAndLine } from './shown-place.js'

/**
 * Whether the service would take the version and what becomes of it after its upload (3.1), and whether it will run:
 * two sentences that a developer can act on.
 */
export const verdict = ({
  review,
  app,
  problems,
}: Pick<CheckResult, 'review' | 'app' | 'problems'>): readonly [string, string] => {
  const runs = willItRun(problems)
  if (review === 'refused') {
    const errors = problems.filter(({ level }) => level === 'error').length
    const refused = `The service would refuse this version: fix the ${errors === 1 ? 'error' : `${formatNumber(errors)} errors`} first.`
    return [refused, runs === RUNS && app === null ? NOT_TOLD : runs]
  }
  // The service refuses the placeholder, which all else works with (2.2).
  const version = app?.id === PLACEHOLDER_APP_ID ? 'With its own App ID, this version' : 'This version'
  if (review === 'automatic') return [`${version} goes ${LIVE_LATER}.`, runs]
  // What is allowed was granted, as far as that is possible: a capability is, a use of the network is not.
  const flags = problems.filter(({ level }) => level === 'flag')
  const next = flags.every(({ rule, allowed }) => allowed === true && rule === aiCapability.id)
    ? `go ${LIVE_LATER}, as long as an admin granted this before: ${flagReasons(flags)}`
    : `wait for an admin: ${flagReasons(flags)}`
  return [`${version} would be accepted and ${next}.`, runs]
}

/** Whether an app will run, in a sentence: what stops it, or which parts of it fail when somebody uses them. */
const willItRun = (problems: readonly Problem[]): string => {
  const [first, ...more] = problems.filter(({ impact }) => impact === 'breaks')
  if (first !== undefined) {
    const others = more.length === 0 ? '' : ` ${counted(more.length, 'more problem')} would also stop it.`
    return `It will not run: ${whatStops(first)}.${others}`
  }
  const parts = new Map<string, string>()
  for (const problem of problems)
    if (problem.impact === 'fails-if-used' && !parts.has(partOf(problem)))
      parts.set(partOf(problem), `${partOf(problem)}${placeOf(problem)}`)
  if (parts.size === 0) return RUNS
  const fail = parts.size === 1 ? '1 part fails' : `${formatNumber(parts.size)} parts fail`
  return `It runs, but ${fail} when used: ${listed([...parts.values()])}.`
}

const whatStops = (problem: Problem): string => {
  const { file, line, message } = problem
  const missing = /^(.+?) does not work in a mini app\b/.exec(message)?.[1]
  return missing === undefined || file === null || line === null
    ? `${message.replace(/\.$/, '').replace(/^(?:An?|The|It|This) /, (word) => word.toLowerCase())}${placeOf(problem)}`
    : `${missing} is not available, and ${fileAndLine(problem)} uses it while loading`
}

const placeOf = (problem: Problem): string => (problem.file === null ? '' : ` (${fileAndLine(problem)})`)

/** The part of an app that a problem is about, in a word or two. */
export const partOf = ({ rule, message }: Problem): string =>
  PARTS.get(rule) ??
  /the host denies (.+?)\.$/.exec(message)?.[1] ??
  /^(Service\.[\w.]+\(\))/.exec(message)?.[1] ??
  rule.slice(rule.indexOf('/') + 1).replaceAll('-', ' ')

const PARTS: ReadonlyMap<string, string> = new Map([
  ['script/browser-storage', 'saving'],
  ['script/remote-request', 'what it loads from the network'],
  ['script/new-window', 'leaving the page'],
  ['script/worker-by-path', 'a worker'],
  ['script/page-around', 'what it reads from the surrounding page'],
  ['script/tainted-canvas', 'drawing'],
  ['script/file-picker', 'picking files'],
  ['script/unresolved-import', 'an import'],
  ['script/does-not-parse', 'a script that does not parse'],
])

const HOURS = AUTO_APPROVAL_WAIT_MS / HOUR_MS
const LIVE_LATER = `live automatically ${HOURS === 1 ? 'one hour' : `${HOURS} hours`} after upload`
const RUNS = 'Nothing found that stops the app from running.'
const NOT_TOLD = 'Without its manifest, the check cannot tell whether it will run.'

/** What the service flags, each reason with the files that give it. */
const flagReasons = (flags: readonly Problem[]): string => {
  const filesByReason = new Map<string, Set<string>>()
  for (const { message, file } of flags) {
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
