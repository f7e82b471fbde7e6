import { Failure, usageFailure } from '../../failure.js'
import { readScopes, SCOPE_NAMES, type Scope } from '../../platform/publishing.js'
import { readBaseUrl } from '../../publish/requests/server-address.js'
import { type Authority, discover } from '../../publish/sign-in/authorization-server.js'
import { CODE_WAIT_MS, codeLogin } from '../../publish/sign-in/code-login.js'
import { beginDeviceLogin, completeDeviceLogin } from '../../publish/sign-in/device-login.js'
import {
  EMPTY_PROFILE,
  isHeaderSafe,
  knownScopes,
  NO_CLIENT_ID,
  type PendingLogin,
  type Session,
} from '../../publish/sign-in/session.js'
import { profileFlag } from '../../publish/token-store/token-store.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeLine } from '../../terminal/safe-text.js'
import { CLEAR_LINE, showWaitLine, type WaitLine } from '../../terminal/wait-line.js'
import type { CommandContext } from '../context.js'
import type { TextOrJson } from '../options.js'
import { maskToken, readIfReachable } from './account.js'
import { askYes } from './ask.js'
import { describePending, sessionJson, signedIn } from './login-text.js'
import { readStdin } from './post-source.js'
import { type PublishingTools, publishingTools, readProfileName } from './publishing-tools.js'

export interface LoginFlags {
  readonly baseUrl?: string
  readonly clientId?: string
  readonly scope?: readonly string[] | string
  readonly open: boolean
  readonly keyring: boolean
  readonly profile: string
  readonly complete: boolean
  readonly browser: boolean
  readonly withToken: boolean
  readonly redirectPort: number
  readonly format: TextOrJson
}

/** What posting text needs; requested if neither `--scope` nor an earlier sign-in names others. */
const DEFAULT_SCOPES: readonly Scope[] = ['write:post']

/** Signs in with the device flow (RFC 8628). */
export const runLogin = async (flags: LoginFlags, context: CommandContext): Promise<void> => {
  const tools = publishingTools(context)
  const profile = readProfileName(flags.profile)
  if (flags.complete) return await completePending(profile, flags, tools, context)
  const finish = async (session: Session, requested: readonly string[]): Promise<void> => {
    await keep(tools, profile, { session, pending: null }, !flags.keyring)
    await report(session, requested, profile, flags.format, tools, context)
  }
  if (flags.withToken) return await finish(await readToken(flags, profile, tools, context), [])
  const { baseUrl, clientId, granted } = await readServer(flags, profile, tools)
  const scopes = scopesToRequest(flags.scope, granted)
  const signal = context.interrupted
  const authority = await discover(tools.fetch, baseUrl, clientId, signal)
  if (flags.browser && (await prefersBrowser(authority, flags.redirectPort, context)))
    return await finish(await signInByBrowser(authority, scopes, flags, tools, context), scopes)
  const pending = await beginDeviceLogin(tools.fetch, authority, scopes, tools.clock.now, signal)
  if (flags.format === 'json') {
    await keep(tools, profile, { pending }, !flags.keyring)
    context.out(jsonDocument(describePending(pending, profile)))
    return
  }
  await showCode(pending, flags.open, context)
  await finish(await waitForApproval(pending, authority, tools, context), scopes)
}

/** Reports a complete sign-in, and the requested permissions that the user did not grant. */
const report = async (
  session: Session,
  requested: readonly string[],
  profile: string,
  format: TextOrJson,
  tools: PublishingTools,
  context: CommandContext,
): Promise<void> => {
  const notGranted = requested.filter((scope) => !session.scopes.includes(scope))
  if (format === 'json') return context.out(sessionJson(session, profile, notGranted))
  context.out(`${await signedIn(session, profile, tools, context)}\n`)
  if (notGranted.length > 0)
    context.note(
      `${context.noteStyles.yellow('!')} Not granted: ${notGranted.map(safeLine).join(', ')}. To request ${notGranted.length === 1 ? 'it' : 'them'} again, run miniapp login --scope ${notGranted.map(safeLine).join(' ')}${profileFlag(profile)}.`,
    )
}

/** `login --complete`: finishes a sign-in started with `--format json`. */
const completePending = async (
  profile: string,
  flags: LoginFlags,
  tools: PublishingTools,
  context: CommandContext,
): Promise<void> => {
  const { pending } = await tools.store.read(profile)
  if (pending === null)
    throw usageFailure('There is no pending sign-in.', 'Run miniapp login --format json first.')
  try {
    const { baseUrl, clientId } = pending
    const authority = await discover(tools.fetch, baseUrl, clientId, context.interrupted)
    const session = await waitForApproval(pending, authority, tools, context)
    await keep(tools, profile, { session, pending: null }, flags.keyring ? undefined : true)
    await report(session, pending.scopes, profile, flags.format, tools, context)
  } catch (error) {
    // Denied or expired: nothing is left to complete. After an interruption or network error, there is.
    if (error instanceof Failure && (error.kind === 'refused' || error.kind === 'sign-in'))
      await keep(tools, profile, { pending: null })
    throw error
  }
}

/**
 * `login --with-token`: stores a token from elsewhere. It cannot be renewed, and its scopes are known only
 * from `--scope`; without it, every call is tried and the service decides.
 */
const readToken = async (
  flags: LoginFlags,
  profile: string,
  tools: PublishingTools,
  context: CommandContext,
): Promise<Session> => {
  const { baseUrl } = await readServer({ ...flags, clientId: flags.clientId ?? NO_CLIENT_ID }, profile, tools)
  const named = readScopeFlag(flags.scope)
  const token = (await readStdin(context)).trim()
  if (!isHeaderSafe(token))
    throw usageFailure('No valid token on stdin.', 'Pipe one in: miniapp login --with-token < token.txt.')
  maskToken(token, context)
  return {
    baseUrl,
    clientId: flags.clientId ?? NO_CLIENT_ID,
    accessToken: token,
    refreshToken: null,
    scopes: named.length === 0 ? [...SCOPE_NAMES] : [...named],
    signedInAt: tools.clock.now(),
    expiresAt: null,
  }
}

/** `login --browser`: the authorization code flow on this machine. */
const signInByBrowser = async (
  authority: Authority,
  scopes: readonly Scope[],
  flags: LoginFlags,
  tools: PublishingTools,
  context: CommandContext,
): Promise<Session> => {
  const { note, noteStyles: styles, interactive } = context
  const onAddress = (address: string): (() => void) => {
    note(`\n  Open this URL in a browser on this machine:\n\n  ${styles.cyan(safeLine(address))}\n`)
    if (!interactive) return () => {}
    if (flags.open) void context.openBrowser(address)
    return waitLine(tools.clock.now() + CODE_WAIT_MS, tools, context).end
  }
  const said = new Set<string>()
  // Once for each reason: any page can send such answers, as many as it likes.
  const onForeign = (reason: string): void => {
    if (said.has(reason)) return
    said.add(reason)
    note(
      `${interactive ? CLEAR_LINE : ''}${styles.yellow('!')} Ignored a redirect that does not belong to this sign-in: ${safeLine(reason)}. Still waiting for the right one. If it does not come, press Ctrl-C and run miniapp login --browser again.`,
    )
  }
  const { fetch, clock } = tools
  return await codeLogin(
    fetch,
    authority,
    scopes,
    flags.redirectPort,
    clock,
    context.interrupted,
    onAddress,
    onForeign,
  )
}

const waitLine = (until: number, { clock }: PublishingTools, context: CommandContext): WaitLine =>
  showWaitLine(process.stderr, context.noteStyles, () => {
    const seconds = Math.max(0, Math.ceil((until - clock.now()) / 1_000))
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    return `Waiting for your approval · ${left} left · Ctrl-C cancels`
  })

/**
 * The URL and client ID from the flags, else those of the profile's last sign-in; and the scopes that this app
 * already has there.
 */
const readServer = async (
  flags: LoginFlags,
  profile: string,
  { store }: PublishingTools,
): Promise<{ readonly baseUrl: string; readonly clientId: string; readonly granted: readonly Scope[] }> => {
  const session = (await readIfReachable(store, profile))?.session ?? null
  const baseUrl = flags.baseUrl === undefined ? session?.baseUrl : readBaseUrl(flags.baseUrl)
  if (baseUrl === undefined)
    throw usageFailure(
      'No service URL given.',
      'Set it with --base-url or MINIAPP_BASE_URL. To try this without an account, run miniapp service.',
    )
  const clientId = flags.clientId ?? (session?.baseUrl === baseUrl ? session.clientId : undefined)
  if (clientId === undefined || clientId.trim() === '')
    throw usageFailure(
      'No client ID given.',
      'Set the client ID of your registered app with --client-id or MINIAPP_CLIENT_ID.',
    )
  const isSame = session?.baseUrl === baseUrl && session.clientId === clientId
  return { baseUrl, clientId, granted: isSame ? knownScopes(session.scopes) : [] }
}

/** The scopes to request: those of `--scope` besides what the app already has, so that signing in again loses none. */
const scopesToRequest = (given: LoginFlags['scope'], granted: readonly Scope[]): readonly Scope[] => {
  const named = readScopeFlag(given)
  const wanted = named.length === 0 && granted.length === 0 ? DEFAULT_SCOPES : named
  return [...new Set([...granted, ...wanted])]
}

/** Scopes from the flag: repeated, or separated by spaces or commas. */
const readScopeFlag = (given: LoginFlags['scope']): readonly Scope[] => {
  const text = [given ?? []].flat().join(' ').replaceAll(',', ' ')
  const { known, unknown } = readScopes(text)
  if (unknown.length > 0)
    throw usageFailure(
      `Unknown scope: ${unknown.map((name) => JSON.stringify(name)).join(', ')}.`,
      `Choose from ${SCOPE_NAMES.join(', ')}.`,
    )
  return known
}

const keep = (
  { store }: PublishingTools,
  profile: string,
  change: { readonly session?: Session; readonly pending?: PendingLogin | null },
  fileOnly?: boolean,
): Promise<void> =>
  store.exclusively(async () => {
    // A complete new sign-in does not need the old one, which may be unreachable.
    const isWhole = change.session !== undefined && change.pending !== undefined
    const before = isWhole ? EMPTY_PROFILE : await store.read(profile)
    await store.write(profile, { ...before, ...change }, fileOnly)
  })

const showCode = async (pending: PendingLogin, open: boolean, context: CommandContext): Promise<void> => {
  const { note, noteStyles: styles } = context
  const address = pending.verificationUriComplete ?? pending.verificationUri
  note('')
  note(`  Open  ${styles.cyan(safeLine(pending.verificationUri))}`)
  note(`  Code  ${styles.bold(safeLine(pending.userCode))}`)
  note('')
  if (context.interactive) {
    const { renderUnicodeCompact } = await import('uqr')
    const code = renderUnicodeCompact(address, { border: 2 })
    const lines = code.split('\n')
    if ((lines[0]?.length ?? 0) + 2 <= context.columns) for (const line of lines) note(`  ${line}`)
    note('')
  }
  if (open && context.interactive && (await context.openBrowser(address)))
    note(styles.dim('  Opened the page in your browser. Check that it shows this code.'))
}

const waitForApproval = async (
  pending: PendingLogin,
  authority: Authority,
  tools: PublishingTools,
  context: CommandContext,
): Promise<Session> => {
  const line = context.interactive ? waitLine(pending.expiresAt, tools, context) : null
  try {
    return await completeDeviceLogin(tools.fetch, authority, pending, tools.clock, context.interrupted)
  } finally {
    line?.end()
  }
}

/**
 * Whether to go on with `login --browser`. Over SSH the browser is on another machine, so its redirect does not
 * arrive here without port forwarding: a code needs none.
 */
const prefersBrowser = async (
  { server }: Authority,
  port: number,
  context: CommandContext,
): Promise<boolean> => {
  if (!isRemote(context.environment)) return true
  const { note, noteStyles } = context
  note(
    `${noteStyles.yellow('!')} You are connected over SSH, and your browser must reach port ${port} of this machine: connect with ssh -L ${port}:localhost:${port}.`,
  )
  if (server.device_authorization_endpoint === undefined) return true
  if (!context.interactive) {
    note('Without --browser, you can sign in with a code from any device.')
    return true
  }
  return !(await askYes('Sign in with a code instead, from any device?', context))
}

/** sshd sets these for every session, but sudo and some shells keep only one of them. */
const isRemote = (environment: CommandContext['environment']): boolean =>
  ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some((name) => (environment[name] ?? '') !== '')
