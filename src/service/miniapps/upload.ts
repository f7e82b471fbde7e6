import type { CheckResult, Problem } from '../../check/problem.js'
import { aiCapability } from '../../check/rules/manifest/fields.js'
import { FLAGS } from '../../platform/flags.js'
import { UPLOADS_PER_DAY, UPLOADS_WINDOW_MS } from '../../platform/limits.js'
import type { Manifest } from '../../platform/manifest.js'
import { HOUR_MS } from '../../platform/units.js'
import { compareVersions } from '../../platform/versions.js'
import { undecided } from './capabilities.js'
import { type CommandContext, memberOf, openAppOf, RefusedError, versionId, versionsOf } from './context.js'
import { isMinor } from './members.js'
import type { Member, MiniApp, MiniAppVersion } from './records.js'
import { requireRoom } from './registration.js'

/** A zip as `check` found it; the manifest is null where it breaks a rule. */
export interface CheckedUpload {
  readonly result: CheckResult
  readonly manifest: Manifest | null
  readonly zipBytes: number
  readonly zipSha256: string
  readonly pictureBytes: Readonly<Record<string, number>>
  readonly pictureSha256: Readonly<Record<string, string>>
}

export type UploadOutcome =
  | { readonly accepted: true; readonly version: MiniAppVersion; readonly review: 'automatic' | 'admin' }
  /** Nothing is stored; all problems are listed together (3.1). */
  | { readonly accepted: false; readonly result: CheckResult }

/** The most findings that are kept for the admin. */
const MOST_FINDINGS = 500

/**
 * Refuses what no zip could be uploaded for, before it is read.
 * @returns the version that the upload must be higher than; null for the first (9)
 * @throws {RefusedError} where the app is blocked or deleted, or too much was uploaded
 */
export const requireUploadable = (context: CommandContext, appId: string): string | null => {
  const app = openAppOf(context, appId)
  const versions = versionsOf(context, appId)
  if (versions.length === 0) requireRoom(context, memberOf(context, app.owner))
  // 8.1: of what fails a check nothing is stored (3.1), so it is neither an upload of the day nor an earlier one (2.2).
  const recent = versions.filter(({ uploadedAt }) => uploadedAt > context.now - UPLOADS_WINDOW_MS)
  if (recent.length >= UPLOADS_PER_DAY)
    throw new RefusedError(
      'conflict',
      `${app.name} had ${UPLOADS_PER_DAY} uploads within ${UPLOADS_WINDOW_MS / HOUR_MS} hours, the most that are allowed (8.1).`,
    )
  return versions.at(-1)?.version ?? null
}

/** Takes an upload that was checked (3.1): it waits for review, or is refused with every problem. */
export const acceptUpload = (
  context: CommandContext,
  appId: string,
  upload: CheckedUpload,
): UploadOutcome => {
  const highest = requireUploadable(context, appId)
  const app = openAppOf(context, appId)
  const owner = memberOf(context, app.owner)
  const { manifest, result } = upload
  const own = [...accountProblems(app, owner, upload, context.now), ...orderProblems(highest, upload)]
  const problems = [...result.problems, ...own]
  if (manifest === null || problems.some(({ level }) => level === 'error'))
    return { accepted: false, result: { ...result, ok: false, review: 'refused', problems } }
  const flags = flagsOf(problems)
  const version: MiniAppVersion = {
    id: versionId(appId, manifest.version),
    appId,
    version: manifest.version,
    uploadedAt: context.now,
    state: 'waiting',
    stateAt: context.now,
    reason: null,
    blockedMs: 0,
    flags,
    manifest,
    findings: problems.slice(0, MOST_FINDINGS),
    zipBytes: upload.zipBytes,
    zipSha256: upload.zipSha256,
    pictureBytes: { ...upload.pictureBytes },
    pictureSha256: { ...upload.pictureSha256 },
  }
  context.draft.put('miniAppVersion', version)
  const review = flags.length > 0 || undecided(app, manifest).length > 0 ? 'admin' : 'automatic'
  return { accepted: true, version, review }
}

/** What an admin must look at (2.8), each once; the capabilities are decided one by one. */
const flagsOf = (problems: readonly Problem[]): string[] => {
  const found = problems.filter(({ level, rule }) => level === 'flag' && rule !== aiCapability.id)
  return [
    ...new Set(
      found.map(({ message }) => Object.values(FLAGS).find((flag) => message.startsWith(flag)) ?? message),
    ),
  ]
}

const problem = (found: Pick<Problem, 'rule' | 'pointer' | 'message' | 'fix' | 'spec'>): Problem => ({
  level: 'error',
  impact: null,
  file: 'manifest.json',
  line: null,
  column: null,
  ...found,
})

/** What only the service knows: the registered App ID (2.2), and what an account under 18 may publish (2.1). */
const accountProblems = (
  app: MiniApp,
  owner: Member,
  { result, manifest }: CheckedUpload,
  now: number,
): readonly Problem[] => {
  const problems: Problem[] = []
  const given = result.app?.id ?? null
  if (given !== null && given !== app.id)
    problems.push(
      problem({
        rule: 'upload/app-id',
        pointer: '/app_id',
        message: `app_id is ${given}; this app is registered as ${app.id}.`,
        fix: `Set app_id to ${app.id}, or upload on the page of ${given}.`,
        spec: '2.2',
      }),
    )
  if (manifest === null || !isMinor(owner, now)) return problems
  if (manifest.access.type !== 'free')
    problems.push(
      problem({
        rule: 'upload/paid-access-under-18',
        pointer: '/access/type',
        message: `access.type is ${manifest.access.type}; accounts under 18 can publish free apps only.`,
        fix: 'Set access.type to free.',
        spec: '2.1',
      }),
    )
  if ((manifest.products ?? []).length > 0)
    problems.push(
      problem({
        rule: 'upload/products-under-18',
        pointer: '/products',
        message: 'products is not empty; accounts under 18 can publish apps without products only.',
        fix: 'Remove products.',
        spec: '2.1',
      }),
    )
  return problems
}

/** `check` compared with what was the highest version when the upload began; another may have come since. */
const orderProblems = (highest: string | null, { result, manifest }: CheckedUpload): readonly Problem[] => {
  if (highest === null || manifest === null) return []
  const isHigher = (compareVersions(manifest.version, highest) ?? 0) > 0
  if (isHigher || result.problems.some(({ pointer, level }) => pointer === '/version' && level === 'error'))
    return []
  return [
    problem({
      rule: 'manifest/not-higher',
      pointer: '/version',
      message: `version is ${manifest.version}; it must be higher than ${highest}.`,
      fix: `Raise the version above ${highest}.`,
      spec: '9',
    }),
  ]
}
