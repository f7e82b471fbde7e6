import type { Failure } from '../../failure.js'
import { SCOPE_NAMES } from '../../platform/publishing.js'
import { knownScopes, type Session } from '../../publish/sign-in/session.js'
import { checkSignIn, type SignInCheck } from '../../publish/sign-in/sign-in-check.js'
import { jsonDocument } from '../../terminal/json-text.js'
import type { CommandContext } from '../context.js'
import { EXIT_CODES, exitCodeOf } from '../exit-codes.js'
import { failureValue } from '../failure-json.js'
import type { TextOrJson } from '../options.js'
import { readAccount } from './account.js'
import { nameIn } from './entry-fields.js'
import { describeSession } from './login-text.js'
import { callContext, type PublishingTools, publishingTools, readProfileName } from './publishing-tools.js'
import { describeStatus, type SignInStatus } from './status-text.js'

export interface StatusFlags {
  readonly baseUrl?: string
  readonly profile: string
  readonly offline: boolean
  readonly format: TextOrJson
}

/**
 * Shows the sign-in: the service, whether it still accepts the token, permissions, expiry, and where the token
 * is stored.
 */
export const runStatus = async (flags: StatusFlags, context: CommandContext): Promise<void> => {
  const tools = publishingTools(context)
  const status = await readStatus(flags, tools, context)
  context.setExitCode(exitCode(status))
  context.out(
    flags.format === 'json'
      ? jsonDocument(describeJson(status))
      : describeStatus(
          status,
          tools.clock.now(),
          context.outStyles,
          context.outIsTerminal ? context.columns : Number.POSITIVE_INFINITY,
        ),
  )
  const failure = status.check?.failure ?? null
  if (flags.format === 'text' && failure !== null) context.noteFailure(failure)
}

const readStatus = async (
  flags: StatusFlags,
  tools: PublishingTools,
  context: CommandContext,
): Promise<SignInStatus> => {
  const { store } = tools
  const profile = readProfileName(flags.profile)
  const before = (await store.read(profile)).session
  const place = await store.placeOf(profile)
  const fromEnvironment = (context.environment['MINIAPP_TOKEN'] ?? '').trim() !== ''
  const canAsk = fromEnvironment ? flags.baseUrl !== undefined : before !== null
  const check =
    canAsk && !flags.offline ? await ask(flags, fromEnvironment ? null : before, tools, context) : null
  // The check may have renewed or ended it.
  const { session } = await store.read(profile)
  const granted = fromEnvironment ? (check?.working ?? []) : knownScopes(session?.scopes ?? [])
  const off = (check?.denied ?? []).filter((scope) => granted.includes(scope))
  const others = (await store.profiles()).filter((name) => name !== profile)
  return {
    profile,
    session,
    fromEnvironment,
    place,
    check,
    user: check === null ? null : nameIn(check.profile),
    permissions: {
      granted: granted.filter((scope) => !off.includes(scope)),
      off,
      missing: SCOPE_NAMES.filter((scope) => !granted.includes(scope)),
    },
    others: await Promise.all(
      others.map(async (name) => ({
        name,
        baseUrl: await store.read(name).then(
          ({ session }) => session?.baseUrl ?? null,
          // In a key store that cannot be unlocked now.
          () => null,
        ),
      })),
    ),
  }
}

/** @param session the saved sign-in; null for the token of the environment, whose scopes are not known */
const ask = async (
  { baseUrl, profile }: StatusFlags,
  session: Session | null,
  tools: PublishingTools,
  context: CommandContext,
): Promise<SignInCheck> => {
  // The service of the environment is for the token of the environment.
  const flags = session === null && baseUrl !== undefined ? { profile, baseUrl } : { profile }
  const account = await readAccount(flags, tools.store, context)
  return await checkSignIn(
    account,
    session === null ? null : knownScopes(session.scopes),
    callContext(tools, context),
  )
}

const exitCode = ({ session, fromEnvironment, check }: SignInStatus): number => {
  if (check?.state === 'ended' || check?.state === 'denied') return EXIT_CODES.signIn
  if (check?.failure != null) return exitCodeOf[check.failure.kind]
  return session === null && !fromEnvironment ? EXIT_CODES.signIn : EXIT_CODES.ok
}

const describeJson = (status: SignInStatus) => {
  const { profile, session, fromEnvironment, place, check, user, permissions, others } = status
  const isOver = check?.state === 'ended' || check?.state === 'denied'
  return {
    schema: 1,
    signedIn: !isOver && (session !== null || fromEnvironment),
    profile,
    source: fromEnvironment ? 'MINIAPP_TOKEN' : session === null ? null : 'profile',
    place: fromEnvironment ? null : place,
    session: session === null ? null : describeSession(session),
    service: check === null ? null : { state: check.state, user, error: errorOf(check.failure) },
    permissions,
    otherProfiles: others.map(({ name }) => name),
  }
}

const errorOf = (failure: Failure | null) => (failure === null ? null : failureValue(failure).error)
