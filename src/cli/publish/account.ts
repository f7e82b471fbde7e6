import { Failure } from '../../failure.js'
import type { Operation } from '../../platform/publishing.js'
import { type Account, requireScopes, signInFirst } from '../../publish/authorized-call.js'
import type { ReadSource } from '../../publish/reads.js'
import { readBaseUrl } from '../../publish/server-address.js'
import { isHeaderSafe, type Profile } from '../../publish/session.js'
import type { TokenStore } from '../../publish/token-store.js'
import type { CommandContext } from '../context.js'
import { readProfileName } from './publishing-tools.js'

export interface AccountFlags {
  readonly baseUrl?: string
  readonly profile: string
}

/**
 * On whose behalf a command acts: `MINIAPP_TOKEN` beats the saved sign-in. Fails before anything is asked or sent
 * where the sign-in cannot do it.
 */
export const readAccount = async (
  flags: AccountFlags,
  operation: Operation,
  store: TokenStore,
  context: CommandContext,
): Promise<Account> => {
  const token = (context.environment['MINIAPP_TOKEN'] ?? '').trim()
  const profile = readProfileName(flags.profile)
  const baseUrl = flags.baseUrl === undefined ? null : readBaseUrl(flags.baseUrl)
  if (token !== '') {
    if (!isHeaderSafe(token))
      throw new Failure('usage', 'MINIAPP_TOKEN holds no token: it has characters that no token has.')
    if (baseUrl === null)
      throw new Failure(
        'usage',
        'Which service is the token in MINIAPP_TOKEN for?',
        'Give its address with --base-url (or in MINIAPP_BASE_URL).',
      )
    return { kind: 'token', baseUrl, accessToken: token }
  }
  const { session } = await store.read(profile)
  if (session === null) throw signInFirst(profile)
  if (baseUrl !== null && baseUrl !== session.baseUrl)
    throw new Failure(
      'sign-in',
      `You are signed in to ${session.baseUrl}, not to ${baseUrl}.`,
      `Run miniapp login --base-url ${baseUrl}, with another --profile to keep both.`,
    )
  requireScopes(session, operation, profile)
  return { kind: 'profile', store, profile }
}

/** The profile, or null where its key store is out of reach: signing in anew and signing out are the ways out of that. */
export const readIfReachable = async (store: TokenStore, profile: string): Promise<Profile | null> => {
  try {
    return await store.read(profile)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'sign-in') return null
    throw error
  }
}

/** Whom to ask where nobody need be signed in: `--base-url`, else the service of the saved sign-in. */
export const readSource = async (
  flags: AccountFlags,
  store: TokenStore,
  context: CommandContext,
): Promise<ReadSource> => {
  const session = (await readIfReachable(store, readProfileName(flags.profile)))?.session ?? null
  const baseUrl = flags.baseUrl === undefined ? session?.baseUrl : readBaseUrl(flags.baseUrl)
  if (baseUrl === undefined)
    throw new Failure(
      'usage',
      'Which service do you want to ask?',
      'Give its address with --base-url (or in MINIAPP_BASE_URL).',
    )
  const token = (context.environment['MINIAPP_TOKEN'] ?? '').trim()
  // A token without an address of its own is not sent to wherever someone is signed in.
  if (flags.baseUrl !== undefined && isHeaderSafe(token)) return { baseUrl, accessToken: token }
  return { baseUrl, accessToken: session?.baseUrl === baseUrl ? session.accessToken : null }
}
