import type { VersionAction } from '../../control/service-bodies.js'
import { AUTO_APPROVAL_WAIT_MS } from '../../platform/limits.js'
import { compareVersions } from '../../platform/versions.js'
import { undecided } from './capabilities.js'
import {
  type CommandContext,
  liveVersionOf,
  openAppOf,
  type ReadingContext,
  RefusedError,
  versionOf,
  versionsOf,
} from './context.js'
import { notify, withReason } from './notices.js'
import type { MiniApp, MiniAppVersion } from './records.js'

/**
 * From which states each action leads on (3.1). A held version is one in review that does not go live by itself: the
 * admin's decision comes later. It cannot be withdrawn, which is possible "only while still waiting".
 */
const ACTION_STATES = {
  approve: ['waiting', 'held'],
  decline: ['waiting', 'held'],
  hold: ['waiting'],
  withdraw: ['waiting'],
} as const satisfies Record<VersionAction, readonly MiniAppVersion['state'][]>

const canAct = (action: VersionAction, { state }: Pick<MiniAppVersion, 'state'>): boolean =>
  ACTION_STATES[action].some((one) => one === state)

/**
 * What an admin or, with `withdraw`, the developer does with a version (3.1).
 * @param reason shown to the developer; a decline needs one
 * @throws {RefusedError} `conflict` for a transition that there is not
 */
export const actOnVersion = (
  context: CommandContext,
  target: { readonly appId: string; readonly version: string },
  action: VersionAction,
  reason: string | null,
): void => {
  const app = openAppOf(context, target.appId)
  const version = versionOf(context, app.id, target.version)
  if (!canAct(action, version))
    throw new RefusedError(
      'conflict',
      `Cannot ${action} version ${version.version}: it is ${version.state}, not ${ACTION_STATES[action].join(' or ')} (3.1).`,
    )
  switch (action) {
    case 'approve':
      makeLive(context, app, version, context.now)
      return
    case 'decline':
      if (reason === null) throw new RefusedError('invalid', 'reason: a decline needs a reason.')
      declineVersion(context, app, version, reason)
      return
    case 'hold':
    case 'withdraw':
      context.draft.put('miniAppVersion', {
        ...version,
        state: action === 'hold' ? 'held' : 'withdrawn',
        stateAt: context.now,
        reason,
      })
  }
}

export const declineVersion = (
  context: CommandContext,
  app: MiniApp,
  version: MiniAppVersion,
  reason: string,
): void => {
  context.draft.put('miniAppVersion', { ...version, state: 'declined', stateAt: context.now, reason })
  const text = withReason(`Version ${version.version} of ${app.name} was declined`, reason)
  notify(context, app, 'declined', text, version.version)
}

const isHigher = ({ version }: MiniAppVersion, than: MiniAppVersion): boolean =>
  (compareVersions(version, than.version) ?? 0) > 0

/** The versions in review that a version replaces when it goes live: versions only go up (2.2, 9). */
export const outdatedBy = (context: ReadingContext, version: MiniAppVersion): readonly MiniAppVersion[] =>
  versionsOf(context, version.appId).filter(
    (one) => (one.state === 'waiting' || one.state === 'held') && isHigher(version, one),
  )

const OUTDATED = 'a higher version went live'

/**
 * The version goes live and replaces the one before, and those in review that are lower. The developer is notified,
 * however it came (3.1).
 */
const makeLive = (context: CommandContext, app: MiniApp, version: MiniAppVersion, at: number): void => {
  const { draft } = context
  const replace = (one: MiniAppVersion, reason: string | null): void =>
    draft.put('miniAppVersion', { ...one, state: 'replaced', stateAt: at, reason })
  const before = liveVersionOf(context, app.id)
  // Version 0.1.0 let lower versions wait on.
  if (before !== null && isHigher(before, version)) {
    replace(version, OUTDATED)
    return
  }
  if (before !== null) replace(before, null)
  for (const one of outdatedBy(context, version)) replace(one, OUTDATED)
  draft.put('miniAppVersion', { ...version, state: 'live', stateAt: at, reason: null })
  const text = `Version ${version.version} of ${app.name} was approved and is live.`
  notify(context, app, 'approved', text, version.version, at)
}

/**
 * When a version goes live by itself; null where it waits for an admin, or for nothing (3.1). Its hour counts while the
 * app is not blocked.
 */
export const autoApprovalAt = (
  app: MiniApp,
  { state, flags, manifest, uploadedAt, blockedMs }: MiniAppVersion,
): number | null => {
  if (app.standing !== 'open' || state !== 'waiting' || flags.length > 0) return null
  if (undecided(app, manifest).length > 0) return null
  return Math.max(uploadedAt + blockedMs + AUTO_APPROVAL_WAIT_MS, app.openSince)
}

/** Lets the versions of an app go live whose hour is over, in order. */
export const approveDue = (context: CommandContext, app: MiniApp): void => {
  const due = versionsOf(context, app.id)
    .map((version) => ({ version, at: autoApprovalAt(app, version) ?? Number.POSITIVE_INFINITY }))
    .filter(({ at }) => at <= context.now)
    // Stable: of two that are due together, the later upload comes last and stays live.
    .sort((a, b) => a.at - b.at)
  // One that went live before may have replaced it.
  for (const { version, at } of due)
    if (versionOf(context, app.id, version.version).state === 'waiting') makeLive(context, app, version, at)
}
