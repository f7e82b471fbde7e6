import { EMPTY_PROFILE } from '../../publish/session.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import type { TextOrJson } from '../format-option.js'
import { readIfReachable } from './account.js'
import { publishingTools, readProfileName } from './publishing-tools.js'

export interface LogoutFlags {
  readonly profile: string
  readonly format: TextOrJson
}

/** Removes a sign-in. The API cannot revoke a token (5, "Gaps"), so the user is told where to do that. */
export const runLogout = async (flags: LogoutFlags, context: CommandContext): Promise<void> => {
  const { store } = publishingTools(context)
  const profile = readProfileName(flags.profile)
  const forgotten = await store.exclusively(async () => {
    const kept = await readIfReachable(store, profile)
    if ((await store.profiles()).includes(profile)) await store.write(profile, EMPTY_PROFILE)
    return kept === null ? { baseUrl: null } : kept.session
  })
  if (flags.format === 'json') {
    context.out(
      jsonDocument({
        schema: 1,
        profile,
        signedOut: forgotten !== null,
        baseUrl: forgotten?.baseUrl ?? null,
      }),
    )
    return
  }
  if (forgotten === null) context.out('You were not signed in.\n')
  else {
    context.out(
      `${context.outStyles.green('✓')} Signed out${forgotten.baseUrl === null ? '' : ` of ${safeLine(forgotten.baseUrl)}`}. The tokens were removed from this machine.\n`,
    )
    context.note("To revoke the permission itself, disconnect the app in your account's connected apps.")
  }
  if ((context.environment['MINIAPP_TOKEN'] ?? '') !== '')
    context.note('MINIAPP_TOKEN is still set and will still be used.')
}
