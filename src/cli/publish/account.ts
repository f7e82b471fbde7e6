import { Failure, usageFailure } from '../../failure.js'
import type { ReadSource } from '../../publish/reads.js'
import { type Account, signInFirst } from '../../publish/requests/authorized-call.js'
import { readBaseUrl } from '../../publish/requests/server-address.js'
import { isHeaderSafe, type Profile } from '../../publish/sign-in/session.js'
import type { TokenStore } from '../../publish/token-store/token-store.js'
import type { CommandContext } from '../context.js'
import { readProfileName } from './publishing-tools.js'

export interface AccountFlags {
  readonly baseUrl?: string
  readonly profile: string
}

/**
 * The account a command acts for: `MINIAPP_TOKEN` overrides the saved sign-in. Fails before any prompt or
 * request if nobody is signed in. The known permissions are not checked: one that was switched on again counts
 * on the next request (3).
 */
export const readAccount = async (
  flags: AccountFlags,
  store: TokenStore,
  context: CommandContext,
): Promise<Account> => {
  const token = (context.environment['MINIAPP_TOKEN'] ?? '').trim()
  const profile = readProfileName(flags.profile)
  const baseUrl = flags.baseUrl === undefined ? null : readBaseUrl(flags.baseUrl)
  if (token !== '') {
    if (!isHeaderSafe(token))
      throw usageFailure('MINIAPP_TOKEN is not a token: it contains invalid characters.')
    if (baseUrl === null)
      throw usageFailure(
        'MINIAPP_TOKEN is set, but no service is given.',
        'Set it with --base-url or MINIAPP_BASE_URL.',
      )
    maskToken(token, context)
    return { kind: 'token', baseUrl, accessToken: token }
  }
  const { session } = await store.read(profile)
  if (session === null) throw signInFirst(profile)
  if (baseUrl !== null && baseUrl !== session.baseUrl)
    throw new Failure(
      'sign-in',
      `You are signed in to ${session.baseUrl}, not to ${baseUrl}.`,
      `Run miniapp login --base-url ${baseUrl}; add --profile to keep both sign-ins.`,
    )
  return { kind: 'profile', store, profile }
}

/** The profile, or null if its key store is unreachable: signing in again and signing out must still work then. */
export const readIfReachable = async (store: TokenStore, profile: string): Promise<Profile | null> => {
  try {
    return await store.read(profile)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'sign-in') return null
    throw error
  }
}

/** The service for reads that need no sign-in: `--base-url`, else the service of the saved sign-in. */
export const readSource = async (
  flags: AccountFlags,
  store: TokenStore,
  context: CommandContext,
): Promise<ReadSource> => {
  const session = (await readIfReachable(store, readProfileName(flags.profile)))?.session ?? null
  const baseUrl = flags.baseUrl === undefined ? session?.baseUrl : readBaseUrl(flags.baseUrl)
  if (baseUrl === undefined)
    throw usageFailure('No service URL given.', 'Set it with --base-url or MINIAPP_BASE_URL.')
  const token = (context.environment['MINIAPP_TOKEN'] ?? '').trim()
  // MINIAPP_TOKEN is only sent to an explicitly given service, never to the one of the saved sign-in.
  if (flags.baseUrl !== undefined && isHeaderSafe(token)) return { baseUrl, accessToken: token }
  return { baseUrl, accessToken: session?.baseUrl === baseUrl ? session.accessToken : null }
}

/**
 * Asks GitHub to hide a token in the rest of the job's log: one from another step's output is not hidden by
 * itself. The runner reads such lines from stderr too, and does not print them.
 */
export const maskToken = (token: string, { environment, note }: CommandContext): void => {
  if (environment['GITHUB_ACTIONS'] === 'true') note(`::add-mask::${token.replaceAll('%', '%25')}`)
}
