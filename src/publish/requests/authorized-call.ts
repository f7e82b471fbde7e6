import { Failure, type FailureKind } from '../../failure.js'
import type { Operation } from '../../platform/publishing.js'
import { missingScopes } from '../sign-in/session.js'
import { DEFAULT_PROFILE, profileFlag, type TokenStore } from '../token-store/token-store.js'
import { answerFailure, errorWords, notTheApi, readResult, saying } from './api-answer.js'
import {
  type BoundedFetch,
  type HttpAnswer,
  type HttpMethod,
  NoAnswer,
  type StreamedBody,
} from './bounded-fetch.js'
import { type Patience, patientFetch } from './retry-after.js'

/** The account that calls act for: a saved sign-in that can be renewed, or a bare token from the environment. */
export type Account =
  | { readonly kind: 'profile'; readonly store: TokenStore; readonly profile: string }
  | { readonly kind: 'token'; readonly baseUrl: string; readonly accessToken: string }

export interface Call {
  /** The scopes explain a refusal; a raw request may use other methods. */
  readonly operation: Pick<Operation, 'scopes'> & { readonly method: HttpMethod }
  /** The path with its parameters filled in, with any query. */
  readonly path: string
  readonly body?: string | StreamedBody
  /** What the call sends; absent for a read. Without an answer, the service may have received it. */
  readonly sends?: Sent
  /** How long to wait for the answer, in milliseconds, unless the user sets it; the usual wait if omitted. */
  readonly answerTimeoutMs?: number
  /** Whether the path names one post or conversation, which may not be there. */
  readonly namesOne?: boolean
}

/** What a writing call sends. */
export type Sent = keyof typeof LOST_ANSWERS

/** What to say about a call whose answer was lost: what may have happened, and how to find out or retry safely. */
const LOST_ANSWERS = {
  post: {
    outcome: 'The post may have gone through.',
    remedy: 'Check miniapp feed before you retry.',
  },
  media: {
    outcome: 'The file may have arrived.',
    remedy: 'Uploading a file publishes nothing, so you can safely upload it again.',
  },
  // 4: no operation reads stories.
  story: {
    outcome: 'The story may have been published.',
    remedy: 'Check your stories in the app before you retry: the API cannot list them.',
  },
  request: {
    outcome: 'The request may have gone through.',
    remedy: 'Check what it changed before you retry.',
  },
} as const

/** What may have happened to something whose answer was lost, and what to do: two sentences. */
export const lostAnswerText = (sent: Sent): string =>
  `${LOST_ANSWERS[sent].outcome} ${LOST_ANSWERS[sent].remedy}`

export interface CallContext extends Patience {
  readonly fetch: BoundedFetch
  /** How long to wait for each answer, in milliseconds, if the user sets it. */
  readonly answerTimeoutMs?: number
}

/**
 * Makes a call and returns its `result` (2.1).
 * @throws {Failure} for every error of section 7, worded for the user
 */
export const callApi = async (account: Account, call: Call, context: CallContext): Promise<string> => {
  const reply = await answerTo(account, call, context)
  if (reply.answer.status !== 200) throw await replyFailure(account, call, reply, context)
  const result = readResult(reply.answer)
  if (result === null) throw uncertain(notTheApi(reply.answer, reply.place), call, true)
  return result
}

/** An answer of any status, and the origin of the service that gave it. */
export interface Reply {
  readonly answer: HttpAnswer
  readonly place: string
  /** Whether the token was refreshed for this call. */
  readonly refreshed: boolean
}

/**
 * Makes a call and returns its answer. After a 403, or the 401 that other servers use instead, the token is
 * refreshed once, under a lock between processes (5.6); after a 429, the call waits within bounds and retries.
 * A call without an answer is not repeated.
 * @throws {Failure} `sign-in` if nobody is signed in any more; `network` without an answer
 */
export const answerTo = async (account: Account, call: Call, context: CallContext): Promise<Reply> => {
  let current = await begin(account, context)
  let answer = await send(current, call, context)
  if ((answer.status === 403 || answer.status === 401) && account.kind === 'profile' && !current.refreshed) {
    current = await refreshed(account, current.accessToken, context)
    answer = await send(current, call, context)
  }
  return { answer, place: new URL(current.baseUrl).origin, refreshed: current.refreshed }
}

/** The failure for an answer with another status than 200. */
export const replyFailure = async (
  account: Account,
  call: Call,
  { answer, place }: Reply,
  { clock }: CallContext,
): Promise<Failure> => {
  if (answer.status === 403) return await denied(account, call.operation, answer)
  // Other outcomes leave it open whether something was published: an unexpected success status, or a
  // network failure.
  const maybeDone = answer.status < 300 || answer.status >= 500
  return uncertain(answerFailure(answer, place, call.namesOne === true, clock.now()), call, maybeDone)
}

/** A request whose answer was lost: it may have been carried out. */
export class LostAnswer extends Failure {}

/** Adds to a failure what may have happened anyway; the call is never repeated automatically. */
const uncertain = (failure: Failure, call: Call, maybeDone: boolean): Failure => {
  if (call.sends === undefined || !maybeDone) return failure
  const { outcome, remedy } = LOST_ANSWERS[call.sends]
  return new LostAnswer(
    failure.kind,
    `${sentence(failure.message)} ${outcome}`,
    remedy,
    failure,
    failure.status,
  )
}

/** A service's message may lack the final period. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

interface Bearer {
  readonly baseUrl: string
  readonly accessToken: string
  /** Whether the token was refreshed for this call; 5.6 allows one refresh. */
  readonly refreshed: boolean
}

const begin = async (account: Account, context: CallContext): Promise<Bearer> => {
  if (account.kind === 'token') return { ...account, refreshed: false }
  const { session } = await account.store.read(account.profile)
  if (session === null) throw signInFirst(account.profile)
  const isExpired = session.expiresAt !== null && session.expiresAt <= context.clock.now()
  if (isExpired && session.refreshToken !== null)
    return await refreshed(account, session.accessToken, context)
  return { baseUrl: session.baseUrl, accessToken: session.accessToken, refreshed: false }
}

export const signInFirst = (profile: string): Failure =>
  new Failure(
    'sign-in',
    profile === DEFAULT_PROFILE ? 'You are not signed in.' : `You are not signed in as ${profile}.`,
    `Run miniapp login${profileFlag(profile)}.`,
  )

/**
 * Refreshes the session, unless another process has done so since the token was read; then the new token is
 * used.
 * @param used the access token that no longer works
 */
const refreshed = (
  account: Account & { kind: 'profile' },
  used: string,
  context: CallContext,
): Promise<Bearer> =>
  account.store.exclusively(async () => {
    const kept = await account.store.read(account.profile)
    const session = kept.session
    if (session === null) throw signInFirst(account.profile)
    const { baseUrl } = session
    if (session.accessToken !== used) return { baseUrl, accessToken: session.accessToken, refreshed: true }
    if (session.refreshToken === null) {
      if (session.expiresAt !== null && session.expiresAt <= context.clock.now())
        throw new Failure(
          'sign-in',
          'Your sign-in has expired.',
          `Run miniapp login${profileFlag(account.profile)}.`,
        )
      return { baseUrl, accessToken: session.accessToken, refreshed: true }
    }
    // The OAuth library is only loaded for the one call an hour that needs it.
    const { renewSession } = await import('../sign-in/renewal.js')
    const next = await renewSession(context.fetch, session, session.refreshToken, context)
    if (next === 'disconnected') {
      // 5.6: the user disconnected the app. The tokens are dead; keeping them would only repeat this error.
      await account.store.write(account.profile, { ...kept, session: null })
      throw new Failure(
        'sign-in',
        `Your sign-in to ${baseUrl} has ended: the app was disconnected.`,
        `Run miniapp login --base-url ${baseUrl} --client-id ${session.clientId}${profileFlag(account.profile)} to connect it again.`,
      )
    }
    await account.store.write(account.profile, { ...kept, session: next })
    // Interrupted meanwhile: the new tokens are saved, and nothing more is sent.
    context.signal.throwIfAborted()
    return { baseUrl, accessToken: next.accessToken, refreshed: true }
  })

const send = async (bearer: Bearer, call: Call, context: CallContext): Promise<HttpAnswer> => {
  const answerTimeoutMs = context.answerTimeoutMs ?? call.answerTimeoutMs
  try {
    return await patientFetch(
      context.fetch,
      context,
    )({
      method: call.operation.method,
      url: `${bearer.baseUrl}${call.path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${bearer.accessToken}`,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: context.signal,
      ...(answerTimeoutMs === undefined ? {} : { answerTimeoutMs }),
      ...(call.body === undefined ? {} : { body: call.body }),
    })
  } catch (error) {
    throw error instanceof NoAnswer ? uncertain(error, call, error.maybeDone) : error
  }
}

/**
 * 7: the message of a 403 is the same for every cause, so this lists the possible ones. The known scopes only
 * explain a refusal: they may be out of date, so they never cause one (3).
 */
const denied = async (
  account: Account,
  operation: Call['operation'],
  answer: HttpAnswer,
): Promise<Failure> => {
  const failure = (kind: FailureKind, message: string, remedy: string): Failure =>
    new Failure(kind, `${message}${saying(errorWords(answer))}`, remedy, undefined, answer.status)
  if (account.kind === 'token')
    return failure(
      'refused',
      'The service refused the token in MINIAPP_TOKEN.',
      'It may have expired (after one hour), its app may be disconnected, or the permission may be switched off. Set a new token.',
    )
  const { session } = await account.store.read(account.profile)
  const missing = session === null ? [] : missingScopes(session, operation.scopes)
  if (missing.length > 0)
    return failure(
      'sign-in',
      `Your sign-in does not include the permission${missing.length === 1 ? '' : 's'} ${missing.join(' and ')}.`,
      `Run miniapp login --scope ${missing.join(' ')}${profileFlag(account.profile)} to add ${missing.length === 1 ? 'it' : 'them'}.`,
    )
  return failure(
    'refused',
    'You are signed in, but the service denied this.',
    "Check your account's connected apps: the permission may be switched off for this app, or your account may not be allowed to do this.",
  )
}
