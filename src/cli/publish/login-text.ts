import { Failure } from '../../failure.js'
import { getProfile } from '../../publish/reads.js'
import type { PendingLogin, Session } from '../../publish/sign-in/session.js'
import { DEFAULT_PROFILE, profileFlag } from '../../publish/token-store/token-store.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import { nameIn } from './entry-fields.js'
import { callContext, type PublishingTools } from './publishing-tools.js'

/** The pending sign-in as a JSON value: what to show, and the command that finishes it. */
export const describePending = (pending: PendingLogin, profile: string) => ({
  schema: 1,
  state: 'pending',
  profile,
  baseUrl: pending.baseUrl,
  userCode: pending.userCode,
  verificationUri: pending.verificationUri,
  verificationUriComplete: pending.verificationUriComplete,
  scopes: pending.scopes,
  expiresAt: new Date(pending.expiresAt).toISOString(),
  next: `miniapp login --complete --format json${profileFlag(profile)}`,
})

/** A sign-in without its secrets. */
export const describeSession = (session: Session) => ({
  baseUrl: session.baseUrl,
  clientId: session.clientId,
  scopes: session.scopes,
  signedInAt: new Date(session.signedInAt).toISOString(),
  expiresAt: session.expiresAt === null ? null : new Date(session.expiresAt).toISOString(),
  renewable: session.refreshToken !== null,
})

/**
 * The sign-in as one JSON document.
 * @param notGranted the requested scopes that the user did not grant
 */
export const sessionJson = (session: Session, profile: string, notGranted: readonly string[]): string =>
  jsonDocument({ schema: 1, state: 'signed-in', profile, ...describeSession(session), notGranted })

/** The user's name is known only if the profile may be read, and its fields are undocumented (2.1). */
export const signedIn = async (
  session: Session,
  profile: string,
  tools: PublishingTools,
  context: CommandContext,
): Promise<string> => {
  const who = session.scopes.includes('read:feed') ? await ownName(session, tools, context) : null
  const asWhom = who === null ? '' : ` as ${context.outStyles.bold(safeLine(who))}`
  const where = profile === DEFAULT_PROFILE ? '' : ` (profile ${profile})`
  const scopes = safeLine(session.scopes.join(', ')) || 'no scopes'
  return `${context.outStyles.green('✓')} Signed in to ${safeLine(session.baseUrl)}${asWhom}${where}, with ${scopes}.`
}

/** The user's name, from commonly named fields; null if the profile has none or cannot be read. */
const ownName = async (
  session: Session,
  tools: PublishingTools,
  context: CommandContext,
): Promise<string | null> => {
  try {
    const account = { kind: 'token', baseUrl: session.baseUrl, accessToken: session.accessToken } as const
    return nameIn((await getProfile(account, callContext(tools, context))).value)
  } catch (error) {
    // The sign-in is complete and saved; the name is optional.
    if (error instanceof Failure && error.kind !== 'interrupted') return null
    throw error
  }
}
