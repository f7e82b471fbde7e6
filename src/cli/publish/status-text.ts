import { SCOPES, type Scope } from '../../platform/publishing.js'
import { knownScopes, type Session } from '../../publish/sign-in/session.js'
import type { SignInCheck } from '../../publish/sign-in/sign-in-check.js'
import { DEFAULT_PROFILE, profileFlag } from '../../publish/token-store/token-store.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import { textWidth, wrapText } from '../../terminal/wrap-text.js'
import { exactTime } from './time-text.js'

/** What `status` found. */
export interface SignInStatus {
  readonly profile: string
  readonly session: Session | null
  /** Whether MINIAPP_TOKEN is set, which is used instead. */
  readonly fromEnvironment: boolean
  readonly place: string
  /** What the service says; null if it was not asked. */
  readonly check: SignInCheck | null
  readonly user: string | null
  readonly permissions: Permissions
  /** The other profiles, with the service of each; null if its sign-in cannot be read. */
  readonly others: readonly { readonly name: string; readonly baseUrl: string | null }[]
}

/** Each permission of the API is in one of these. */
interface Permissions {
  readonly granted: readonly Scope[]
  /** Granted, and denied by the service now. */
  readonly off: readonly Scope[]
  readonly missing: readonly Scope[]
}

const LABEL_COLUMNS = 16
const SCOPE_COLUMNS = 19

/**
 * The status as text, ending in a line break.
 * @param columns the width; infinite if the text is not for a terminal
 */
export const describeStatus = (
  status: SignInStatus,
  now: number,
  styles: Styles,
  columns: number,
): string => {
  const { session, fromEnvironment, others } = status
  const layout = { styles, columns }
  const lines = [
    ...(fromEnvironment ? describeToken(status, layout) : []),
    ...(session === null
      ? fromEnvironment
        ? []
        : notSignedIn(status, styles)
      : describeSession(status, session, now, layout)),
    ...others.flatMap(({ name, baseUrl }, index) =>
      row(index === 0 ? 'Other profiles' : '', `${safeLine(name)}  `, safeLine(baseUrl ?? ''), layout),
    ),
  ]
  return `${lines.join('\n')}\n`
}

const describeToken = ({ check, user, permissions }: SignInStatus, layout: Layout): readonly string[] => {
  const { bold, green, red, dim } = layout.styles
  const head = 'MINIAPP_TOKEN is set and overrides the saved sign-in.'
  if (check === null)
    return [
      head,
      dim('To check that it works, set MINIAPP_BASE_URL and run miniapp status without --offline.'),
    ]
  switch (check.state) {
    case 'good':
      return [
        head,
        `${green('●')} The service accepts it${user === null ? '' : ` as ${bold(safeLine(user))}`}.`,
        ...permissionLines('Can', permissions.granted, layout),
      ]
    case 'ended':
    case 'denied':
      return [
        head,
        `${red('●')} The service denied every read: the token has expired, or lacks read permissions.`,
      ]
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
  layout: Layout,
): readonly string[] => {
  const { bold, dim, green, red, yellow } = layout.styles
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
    ...row('Client ID', safeLine(session.clientId), '', layout),
    ...permissionLines('Permissions', own.granted, layout),
    ...unknown.flatMap((scope) => row('', safeLine(scope), '', layout)),
    ...permissionLines('Switched off', own.off, layout),
    ...permissionLines('Not granted', own.missing, layout),
    ...row('Since', exactTime(session.signedInAt), '', layout),
    ...row('Token', lifetime(session, now), '', layout),
    ...row('Stored in', safeLine(place), '', layout),
    ...(fromEnvironment ? [] : row('Service', serviceText(check), '', layout)),
  ]
}

const serviceText = (check: SignInStatus['check']): string => {
  if (check === null) return 'not checked'
  switch (check.state) {
    case 'good':
      return 'accepts the token'
    case 'ended':
      return 'does not accept the token'
    case 'denied':
      return 'denied every read: the token has expired, or the permissions are switched off'
    case 'unknown':
      return check.failure === null
        ? 'not checked: a write-only token cannot be tested without publishing'
        : 'could not be reached'
  }
}

const permissionLines = (title: string, scopes: readonly Scope[], layout: Layout): readonly string[] =>
  scopes.flatMap((scope, index) =>
    row(index === 0 ? title : '', scope.padEnd(SCOPE_COLUMNS), SCOPES[scope], layout),
  )

interface Layout {
  readonly styles: Styles
  readonly columns: number
}

/** A value with its label; what does not fit continues below the value, and so does the dimmed detail. */
const row = (
  label: string,
  value: string,
  detail: string,
  { styles: { dim }, columns }: Layout,
): readonly string[] => {
  const width = columns - LABEL_COLUMNS
  const isOneLine = textWidth(value) + textWidth(detail) <= width
  const lines = isOneLine
    ? [`${value}${dim(detail)}`.trimEnd()]
    : [
        ...wrapText(value.trimEnd(), width),
        ...(detail === '' ? [] : wrapText(detail, width)).map((line) => dim(line)),
      ]
  return lines.map((line, index) => `${dim((index === 0 ? label : '').padEnd(LABEL_COLUMNS))}${line}`)
}

const lifetime = (session: Session, now: number): string => {
  const renewal = session.refreshToken === null ? 'cannot be renewed' : 'renewed automatically'
  if (session.expiresAt === null) return `no known expiry, ${renewal}`
  const minutes = Math.ceil((session.expiresAt - now) / 60_000)
  if (minutes <= 0) return `expired at ${exactTime(session.expiresAt)}, ${renewal}`
  return `expires in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, ${renewal}`
}
