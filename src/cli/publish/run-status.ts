import { SCOPES } from '../../platform/publishing.js'
import { DEFAULT_PROFILE } from '../../publish/profile.js'
import type { Session } from '../../publish/session.js'
import { knownScopes } from '../../publish/session.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import type { CommandContext } from '../context.js'
import { EXIT_CODES } from '../exit-codes.js'
import type { TextOrJson } from '../format-option.js'
import { describeSession } from './login-text.js'
import { publishingTools, readProfileName } from './publishing-tools.js'
import { exactTime } from './time-text.js'

export interface StatusFlags {
  readonly profile: string
  readonly format: TextOrJson
}

/** Shows the sign-in: the service, permissions, expiry, and where the token is stored. Makes no request. */
export const runStatus = async (flags: StatusFlags, context: CommandContext): Promise<void> => {
  const { store, clock } = publishingTools(context)
  const profile = readProfileName(flags.profile)
  const { session } = await store.read(profile)
  const place = await store.placeOf(profile)
  const others = (await store.profiles()).filter((name) => name !== profile)
  const fromEnvironment = (context.environment['MINIAPP_TOKEN'] ?? '') !== ''
  if (session === null && !fromEnvironment) context.setExitCode(EXIT_CODES.signIn)
  if (flags.format === 'json') {
    const document = {
      schema: 1,
      signedIn: session !== null || fromEnvironment,
      profile,
      source: fromEnvironment ? 'MINIAPP_TOKEN' : session === null ? null : 'profile',
      place: fromEnvironment ? null : place,
      session: session === null ? null : describeSession(session),
      otherProfiles: others,
    }
    context.out(jsonDocument(document))
    return
  }
  const { out, outStyles: styles } = context
  if (fromEnvironment) out('MINIAPP_TOKEN is set and overrides the saved sign-in.\n')
  if (session === null)
    out(
      `Not signed in${profile === DEFAULT_PROFILE ? '' : ` as profile ${profile}`}. ${styles.dim('Run miniapp login.')}\n`,
    )
  else out(describe(session, place, clock.now(), styles))
  if (others.length > 0) out(`${styles.dim('Other profiles')}  ${others.map(safeLine).join(', ')}\n`)
}

const describe = (session: Session, place: string, now: number, { bold, dim, green }: Styles): string => {
  const known = knownScopes(session.scopes)
  const unknown = session.scopes.filter((scope) => !known.some((name) => name === scope))
  const lines = [
    `${green('●')} Signed in to ${bold(safeLine(session.baseUrl))}`,
    '',
    `${dim('Client ID')}    ${safeLine(session.clientId)}`,
    ...known.map(
      (scope, index) =>
        `${dim(index === 0 ? 'Permissions' : '           ')}  ${scope.padEnd(18)} ${dim(SCOPES[scope])}`,
    ),
    ...unknown.map((scope) => `${dim('           ')}  ${safeLine(scope)}`),
    `${dim('Since')}        ${exactTime(session.signedInAt)}`,
    `${dim('Token')}        ${lifetime(session, now)}`,
    `${dim('Stored in')}      ${safeLine(place)}`,
  ]
  return `${lines.join('\n')}\n`
}

const lifetime = (session: Session, now: number): string => {
  const renewal = session.refreshToken === null ? 'cannot be renewed' : 'renewed automatically'
  if (session.expiresAt === null) return `no known expiry, ${renewal}`
  const minutes = Math.ceil((session.expiresAt - now) / 60_000)
  if (minutes <= 0) return `expired at ${exactTime(session.expiresAt)}, ${renewal}`
  return `expires in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, ${renewal}`
}
