import { SCOPES, type Scope } from '../../platform/publishing.js'
import { DEFAULT_PROFILE, profileFlag } from '../../publish/profile.js'
import { knownScopes, type Session } from '../../publish/session.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import type { SignInStatus } from './run-status.js'
import { exactTime } from './time-text.js'

const LABEL_COLUMNS = 14

/** The status as text, ending in a line break. */
export const describeStatus = (status: SignInStatus, now: number, styles: Styles): string => {
  const { session, fromEnvironment, others } = status
  const { dim } = styles
  const lines = [
    ...(fromEnvironment ? describeToken(status, styles) : []),
    ...(session === null
      ? fromEnvironment
        ? []
        : notSignedIn(status, styles)
      : describeSession(status, session, now, styles)),
    ...others.map(
      ({ name, baseUrl }, index) =>
        `${label(index === 0 ? 'Other profiles' : '', styles)}${safeLine(name)}${baseUrl === null ? '' : dim(`  ${safeLine(baseUrl)}`)}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

const describeToken = ({ check, user, permissions }: SignInStatus, styles: Styles): readonly string[] => {
  const { bold, green, red, dim } = styles
  const head = 'MINIAPP_TOKEN is set and overrides the saved sign-in.'
  if (check === null)
    return [head, dim('To ask its service whether it works, set MINIAPP_BASE_URL and omit --offline.')]
  switch (check.state) {
    case 'good':
      return [
        head,
        `${green('●')} The service accepts it${user === null ? '' : ` as ${bold(safeLine(user))}`}.`,
        ...permissionLines('Can', permissions.granted, styles),
      ]
    case 'ended':
    case 'denied':
      return [head, `${red('●')} The service denied every read with it: it has expired, or may not read.`]
    case 'unknown':
      return [head]
  }
}

const notSignedIn = ({ profile, check }: SignInStatus, { dim, red }: Styles): readonly string[] => {
  // The reason is a failure, which is shown after this.
  if (check?.state === 'ended') return [`${red('●')} You are no longer signed in.`]
  const as = profile === DEFAULT_PROFILE ? '' : ` as profile ${profile}`
  return [`Not signed in${as}. ${dim(`Run miniapp login${profileFlag(profile)}.`)}`]
}

const describeSession = (
  { check, user, permissions, place, profile, fromEnvironment }: SignInStatus,
  session: Session,
  now: number,
  styles: Styles,
): readonly string[] => {
  const { bold, dim, green, red, yellow } = styles
  const known = knownScopes(session.scopes)
  const unknown = session.scopes.filter((scope) => !known.some((name) => name === scope))
  const isOver = !fromEnvironment && (check?.state === 'ended' || check?.state === 'denied')
  const isSure = !fromEnvironment && check?.state === 'good'
  const mark = isOver ? red('●') : isSure ? green('●') : yellow('●')
  const as = user === null || fromEnvironment ? '' : ` as ${bold(safeLine(user))}`
  const own = fromEnvironment ? { granted: known, off: [], missing: [] } : permissions
  return [
    isOver
      ? `${mark} The sign-in to ${bold(safeLine(session.baseUrl))} no longer works. ${dim(`Run miniapp login${profileFlag(profile)}.`)}`
      : `${mark} Signed in to ${bold(safeLine(session.baseUrl))}${as}`,
    '',
    `${label('Client ID', styles)}${safeLine(session.clientId)}`,
    ...permissionLines('Permissions', own.granted, styles),
    ...unknown.map((scope) => `${label('', styles)}${safeLine(scope)}`),
    ...permissionLines('Switched off', own.off, styles),
    ...permissionLines('Not granted', own.missing, styles),
    `${label('Since', styles)}${exactTime(session.signedInAt)}`,
    `${label('Token', styles)}${lifetime(session, now)}`,
    `${label('Stored in', styles)}${safeLine(place)}`,
    ...(fromEnvironment ? [] : [`${label('Service', styles)}${serviceText(check)}`]),
  ]
}

const serviceText = (check: SignInStatus['check']): string => {
  if (check === null) return 'not asked'
  switch (check.state) {
    case 'good':
      return 'accepts the token'
    case 'ended':
      return 'does not accept the token'
    case 'denied':
      return 'denied every read: the token has expired, or the permissions are switched off'
    case 'unknown':
      return check.failure === null
        ? 'not asked: a token that may only write cannot be tried without publishing'
        : 'could not be asked'
  }
}

const permissionLines = (title: string, scopes: readonly Scope[], styles: Styles): readonly string[] =>
  scopes.map(
    (scope, index) =>
      `${label(index === 0 ? title : '', styles)}${scope.padEnd(19)}${styles.dim(SCOPES[scope])}`,
  )

const label = (text: string, { dim }: Styles): string => `${dim(text.padEnd(LABEL_COLUMNS))}  `

const lifetime = (session: Session, now: number): string => {
  const renewal = session.refreshToken === null ? 'cannot be renewed' : 'renewed automatically'
  if (session.expiresAt === null) return `no known expiry, ${renewal}`
  const minutes = Math.ceil((session.expiresAt - now) / 60_000)
  if (minutes <= 0) return `expired at ${exactTime(session.expiresAt)}, ${renewal}`
  return `expires in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, ${renewal}`
}
