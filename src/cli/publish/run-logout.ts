import { Failure } from '../../failure.js'
import { EMPTY_PROFILE, NO_CLIENT_ID, type Session } from '../../publish/sign-in/session.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import { failureValue } from '../failure-json.js'
import type { TextOrJson } from '../options.js'
import { readIfReachable } from './account.js'
import { type PublishingTools, publishingTools, readProfileName } from './publishing-tools.js'

export interface LogoutFlags {
  readonly profile: string
  readonly format: TextOrJson
}

/** What became of the tokens at the service; `kept`: they came from elsewhere and may be in use there. */
type Revocation = 'revoked' | 'unsupported' | 'kept' | Failure

/**
 * Removes a sign-in from this machine, then revokes its tokens if the service can (RFC 7009). The order matters:
 * a service that does not answer, or Ctrl-C, must not keep the tokens here.
 */
export const runLogout = async (flags: LogoutFlags, context: CommandContext): Promise<void> => {
  const tools = publishingTools(context)
  const { store } = tools
  const profile = readProfileName(flags.profile)
  const { wasThere, session } = await store.exclusively(async () => {
    const kept = await readIfReachable(store, profile)
    if ((await store.profiles()).includes(profile)) await store.write(profile, EMPTY_PROFILE)
    return { wasThere: kept === null || kept.session !== null, session: kept?.session ?? null }
  })
  const revocation = session === null ? 'unsupported' : await revoke(session, tools, context)
  if (flags.format === 'json') {
    const failure = revocation instanceof Failure ? revocation : null
    context.out(
      jsonDocument({
        schema: 1,
        profile,
        signedOut: wasThere,
        baseUrl: session?.baseUrl ?? null,
        revoked: revocation === 'revoked',
        revocationError: failure === null ? null : failureValue(failure).error,
      }),
    )
    return
  }
  if (wasThere) describe(session, revocation, context)
  else context.out('You were not signed in.\n')
  if ((context.environment['MINIAPP_TOKEN'] ?? '') !== '')
    context.note('MINIAPP_TOKEN is still set and will still be used.')
}

const revoke = async (
  session: Session,
  { fetch }: PublishingTools,
  context: CommandContext,
): Promise<Revocation> => {
  if (session.clientId === NO_CLIENT_ID) return 'kept'
  try {
    const { revokeSession } = await import('../../publish/sign-in/revocation.js')
    return await revokeSession(fetch, session, context.interrupted)
  } catch (error) {
    // The sign-in is already gone from this machine, which is what was asked for.
    if (error instanceof Failure) return error
    throw error
  }
}

const describe = (session: Session | null, revocation: Revocation, context: CommandContext): void => {
  const from = session === null ? '' : ` of ${safeLine(session.baseUrl)}`
  const done =
    revocation === 'revoked'
      ? 'The tokens were revoked and removed from this machine.'
      : 'The tokens were removed from this machine.'
  context.out(`${context.outStyles.green('✓')} Signed out${from}. ${done}\n`)
  if (revocation instanceof Failure)
    context.note(
      `${context.noteStyles.yellow('warning')} The service did not revoke them: ${safeLine(revocation.message)}`,
    )
  context.note("To withdraw the app's permissions, disconnect it in your account's connected apps.")
}
