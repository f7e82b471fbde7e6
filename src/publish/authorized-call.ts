import { Failure } from '../failure.js'
import type { Operation } from '../platform/publishing.js'
import { answerFailure, errorWords, notTheApi, readResult } from './api-answer.js'
import type { BoundedFetch, HttpAnswer, StreamedBody } from './bounded-fetch.js'
import { NoAnswer } from './bounded-fetch.js'
import type { Clock } from './clock.js'
import { DEFAULT_PROFILE, profileFlag } from './profile.js'
import { retryAfter } from './retry-after.js'
import type { Session } from './session.js'
import { knownScopes, missingScopes } from './session.js'
import type { TokenStore } from './token-store.js'

/** On whose behalf calls are made: a sign-in that is kept and can be refreshed, or a bare token from the environment. */
export type Account =
  | { readonly kind: 'profile'; readonly store: TokenStore; readonly profile: string }
  | { readonly kind: 'token'; readonly baseUrl: string; readonly accessToken: string }

export interface Call {
  readonly operation: Operation
  /** The path with its parameters filled in, with any query. */
  readonly path: string
  readonly body?: string | StreamedBody
  /** What the call publishes, such as `post`; absent for a read. Without an answer it may have been published. */
  readonly publishes?: string
  /** Whether the path names one post or conversation, which may not be there. */
  readonly namesOne?: boolean
}

/** How often a 429 is answered by waiting, and how long at most. */
const RATE_LIMIT_RETRIES = 4
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 30_000

export interface CallContext {
  readonly fetch: BoundedFetch
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Told before each wait of a rate limit. */
  readonly onBackOff: (milliseconds: number) => void
}

/**
 * Makes a call and returns its `result` (2.1). A 403, or the 401 that other servers use for it, is followed by one
 * refresh, under a lock between processes (5.6); a 429 by back-off within bounds. A call without an answer is not made again.
 * @throws {Failure} for every error of section 7, in the person's terms
 */
export const callApi = async (account: Account, call: Call, context: CallContext): Promise<string> => {
  let current = await begin(account, call, context)
  let answer = await send(current, call, context)
  if ((answer.status === 403 || answer.status === 401) && account.kind === 'profile' && !current.refreshed) {
    current = await refreshed(account, current.accessToken, context)
    answer = await send(current, call, context)
  }
  if (answer.status === 403) throw denied(account, answer)
  const place = new URL(current.baseUrl).origin
  if (answer.status !== 200) {
    // What is no refusal leaves it open: a success of another kind, or a failure on the way.
    const maybeDone = answer.status < 300 || answer.status >= 500
    const failure = answerFailure(answer, place, call.namesOne === true, context.clock.now())
    throw uncertain(failure, call, maybeDone)
  }
  const result = readResult(answer)
  if (result === null) throw uncertain(notTheApi(answer, place), call, true)
  return result
}

/** A failure that leaves open whether something was published says so; it is never sent again by itself. */
const uncertain = (failure: Failure, call: Call, maybeDone: boolean): Failure =>
  call.publishes === undefined || !maybeDone
    ? failure
    : new Failure(
        failure.kind,
        `${sentence(failure.message)} The ${call.publishes} may have been published all the same.`,
        'Look with miniapp feed before you send it again.',
        failure,
      )

/** What a service says need not end as a sentence does. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

interface Bearer {
  readonly baseUrl: string
  readonly accessToken: string
  /** Whether the token was refreshed for this call: 5.6 wants one refresh, no more. */
  readonly refreshed: boolean
}

const begin = async (account: Account, call: Call, context: CallContext): Promise<Bearer> => {
  if (account.kind === 'token') return { ...account, refreshed: false }
  const session = await requireSession(account)
  requireScopes(session, call.operation, account.profile)
  const isExpired = session.expiresAt !== null && session.expiresAt <= context.clock.now()
  if (isExpired && session.refreshToken !== null)
    return await refreshed(account, session.accessToken, context)
  return { baseUrl: session.baseUrl, accessToken: session.accessToken, refreshed: false }
}

/** @throws {Failure} `sign-in`, with the exact command to run, where the session was not granted what it needs */
export const requireScopes = (session: Session, operation: Operation, profile: string): void => {
  const missing = missingScopes(session, operation.scopes)
  if (missing.length === 0) return
  const wanted = [...new Set([...knownScopes(session.scopes), ...operation.scopes])].join(' ')
  throw new Failure(
    'sign-in',
    `You are signed in without the permission ${missing.join(' and ')}, which this needs.`,
    `Run miniapp login --scope ${wanted}${profileFlag(profile)}.`,
  )
}

const requireSession = async (account: Account & { kind: 'profile' }): Promise<Session> => {
  const { session } = await account.store.read(account.profile)
  if (session === null) throw signInFirst(account.profile)
  return session
}

export const signInFirst = (profile: string): Failure =>
  new Failure(
    'sign-in',
    profile === DEFAULT_PROFILE ? 'You are not signed in.' : `You are not signed in as ${profile}.`,
    `Run miniapp login${profileFlag(profile)}.`,
  )

/**
 * Refreshes the session, unless another process has done so since the token was read: then its new token is used.
 * @param used the access token that is no longer good
 */
const refreshed = (
  account: Account & { kind: 'profile' },
  used: string,
  { fetch, clock, signal }: CallContext,
): Promise<Bearer> =>
  account.store.exclusively(async () => {
    const kept = await account.store.read(account.profile)
    const session = kept.session
    if (session === null) throw signInFirst(account.profile)
    const { baseUrl } = session
    if (session.accessToken !== used) return { baseUrl, accessToken: session.accessToken, refreshed: true }
    if (session.refreshToken === null) {
      if (session.expiresAt !== null && session.expiresAt <= clock.now())
        throw new Failure(
          'sign-in',
          'Your sign-in has expired.',
          `Run miniapp login${profileFlag(account.profile)}.`,
        )
      return { baseUrl, accessToken: session.accessToken, refreshed: true }
    }
    // Its OAuth library is loaded in the hour's one call that needs it, not in every one.
    const { renewSession } = await import('./renewal.js')
    const next = await renewSession(fetch, session, session.refreshToken, clock, signal)
    if (next === 'disconnected') {
      // 5.6: the person disconnected the app. The tokens are dead; keeping them would only repeat this.
      await account.store.write(account.profile, { ...kept, session: null })
      throw new Failure(
        'sign-in',
        `Your sign-in to ${baseUrl} has ended: the app was disconnected.`,
        `Run miniapp login --base-url ${baseUrl} --client-id ${session.clientId}${profileFlag(account.profile)} to connect it again.`,
      )
    }
    await account.store.write(account.profile, { ...kept, session: next })
    // Interrupted meanwhile: the new tokens are kept, and nothing is sent any more.
    signal.throwIfAborted()
    return { baseUrl, accessToken: next.accessToken, refreshed: true }
  })

const send = async (bearer: Bearer, call: Call, context: CallContext): Promise<HttpAnswer> => {
  for (let attempt = 0; ; attempt++) {
    const answer = await sendOnce(bearer, call, context)
    if (answer.status !== 429 || attempt === RATE_LIMIT_RETRIES) return answer
    // As long as it asks for, or twice as long each time.
    const wait = retryAfter(answer.headers, context.clock.now()) ?? FIRST_BACK_OFF_MS * 2 ** attempt
    if (wait > MAX_BACK_OFF_MS) return answer
    context.onBackOff(wait)
    await context.clock.sleep(wait, context.signal)
  }
}

const sendOnce = async (bearer: Bearer, call: Call, context: CallContext): Promise<HttpAnswer> => {
  try {
    return await context.fetch({
      method: call.operation.method,
      url: `${bearer.baseUrl}${call.path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${bearer.accessToken}`,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: context.signal,
      ...(call.body === undefined ? {} : { body: call.body }),
    })
  } catch (error) {
    throw error instanceof NoAnswer ? uncertain(error, call, error.maybeDone) : error
  }
}

/** 7: the message of a 403 is the same for every cause, so this says what it can mean. */
const denied = (account: Account, answer: HttpAnswer): Failure => {
  const words = errorWords(answer)
  const said = words === null ? '' : ` It says: ${words}`
  return account.kind === 'token'
    ? new Failure(
        'refused',
        `The service refused the token of MINIAPP_TOKEN.${said}`,
        'It may have expired (it lives an hour), its app may be disconnected, or the permission may be off; set a fresh one.',
      )
    : new Failure(
        'refused',
        `The service does not allow this, though the sign-in is good.${said}`,
        'The permission may be switched off for this app, or the account may not do this; look at the connected apps of your account.',
      )
}
