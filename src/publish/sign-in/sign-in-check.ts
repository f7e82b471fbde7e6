import { Failure } from '../../failure.js'
import { OPERATIONS, type OperationName, type Scope } from '../../platform/publishing.js'
import { readReply } from '../reads.js'
import { type Account, answerTo, type CallContext, replyFailure } from '../requests/authorized-call.js'

/** The read that shows whether a scope is in force. Writing scopes have none: trying them would publish. */
const PROBES = {
  'read:feed': 'getProfile',
  'read:notifications': 'getNotifications',
  'read:chat': 'getChat',
} as const satisfies Partial<Record<Scope, OperationName>>

type ProbedScope = keyof typeof PROBES

const isProbed = (scope: Scope): scope is ProbedScope => Object.hasOwn(PROBES, scope)

export interface SignInCheck {
  /**
   * `good`: the token works. `ended`: it does not, and cannot be renewed. `denied`: every read was denied, and
   * the token cannot be renewed, so it has expired or may not read. `unknown`: the service could not be reached,
   * or there was nothing to ask for.
   */
  readonly state: 'good' | 'ended' | 'denied' | 'unknown'
  /** The document of the profile, if it could be read. */
  readonly profile: unknown
  /** The read permissions that work, and those that the service denied. */
  readonly working: readonly Scope[]
  readonly denied: readonly Scope[]
  /** Why the sign-in has ended, or why the service could not be reached. */
  readonly failure: Failure | null
}

/**
 * Asks the service whether a sign-in works, by reading with each read permission (3: consent is checked on
 * every request). A 403 is the same for every cause (7), so the first one refreshes the token (5.6): only that
 * shows whether the app is still connected.
 * @param scopes what the sign-in has; null if that is not known
 * @throws {Failure} `interrupted`
 */
export const checkSignIn = async (
  given: Account,
  scopes: readonly Scope[] | null,
  context: CallContext,
): Promise<SignInCheck> => {
  const canRenew = await isRenewable(given)
  const probed = (scopes ?? (Object.keys(PROBES) as readonly ProbedScope[])).filter(isProbed)
  // A sign-in that may only write: a read is denied, which refreshes the token.
  const probes: readonly ProbedScope[] = probed.length === 0 && canRenew ? ['read:feed'] : probed
  const working: Scope[] = []
  const denied: Scope[] = []
  let account = given
  let profile: unknown = null
  let isRenewed = false
  const outcome = (state: SignInCheck['state'], failure: Failure | null = null): SignInCheck => ({
    state,
    profile,
    working,
    denied,
    failure,
  })
  try {
    for (const scope of probes) {
      const operation = OPERATIONS[PROBES[scope]]
      const call = { operation, path: operation.path }
      const reply = await answerTo(account, call, context)
      if (reply.refreshed && canRenew && !isRenewed) {
        isRenewed = true
        account = await bareAccount(account)
      }
      const { status } = reply.answer
      if (status === 401) return outcome('ended')
      if (status === 200) working.push(scope)
      else if (status === 403) {
        if (probed.includes(scope)) denied.push(scope)
      } else if (status !== 404) return outcome('unknown', await replyFailure(account, call, reply, context))
      if (status === 200 && scope === 'read:feed') profile = readReply(reply.answer)?.value ?? null
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error
    return outcome(error.kind === 'sign-in' ? 'ended' : 'unknown', error)
  }
  if (working.length > 0 || isRenewed) return outcome('good')
  return outcome(denied.length > 0 ? 'denied' : 'unknown')
}

const isRenewable = async (account: Account): Promise<boolean> =>
  account.kind === 'profile' && (await account.store.read(account.profile)).session?.refreshToken != null

/** The account with its present token, which is not refreshed again. */
const bareAccount = async (account: Account): Promise<Account> => {
  const session = account.kind === 'profile' ? (await account.store.read(account.profile)).session : null
  return session === null
    ? account
    : { kind: 'token', baseUrl: session.baseUrl, accessToken: session.accessToken }
}
