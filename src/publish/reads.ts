import { Failure, usageFailure } from '../failure.js'
import { CATEGORIES_PATH, FEED_LIMIT_MAX, FEED_LIMIT_MIN, OPERATIONS } from '../platform/publishing.js'
import { answerFailure, readResult } from './requests/api-answer.js'
import { type Account, type Call, type CallContext, callApi } from './requests/authorized-call.js'
import type { HttpAnswer } from './requests/bounded-fetch.js'
import { parseExactly } from './requests/exact-json.js'

/** The answer of a read: JSON with mostly undocumented fields (2.1). All of it is untrusted. */
export interface ReadDocument {
  /** The JSON, unchanged. */
  readonly json: string
  /** The parsed value; integers beyond 2^53 as strings of digits. */
  readonly value: unknown
}

/** 4: the home feed. */
export const getUpdates = (
  account: Account,
  limit: number | null,
  context: CallContext,
): Promise<ReadDocument> => {
  if (limit !== null && (limit < FEED_LIMIT_MIN || limit > FEED_LIMIT_MAX))
    throw usageFailure(
      `Invalid --limit ${limit}.`,
      `Use a number from ${FEED_LIMIT_MIN} to ${FEED_LIMIT_MAX}.`,
    )
  const { path } = OPERATIONS.getUpdates
  const call = { operation: OPERATIONS.getUpdates, path: limit === null ? path : `${path}?limit=${limit}` }
  return read(account, call, context)
}

/** 4: one post. */
export const getPost = (account: Account, id: string, context: CallContext): Promise<ReadDocument> => {
  const path = OPERATIONS.getPost.path.replace('{post_id}', () => pathPart(id))
  return read(account, { operation: OPERATIONS.getPost, path, namesOne: true }, context)
}

/** 4: the user's own profile and stats. */
export const getProfile = (account: Account, context: CallContext): Promise<ReadDocument> =>
  read(account, { operation: OPERATIONS.getProfile, path: OPERATIONS.getProfile.path }, context)

/** 4: recent notifications. */
export const getNotifications = (account: Account, context: CallContext): Promise<ReadDocument> =>
  read(account, { operation: OPERATIONS.getNotifications, path: OPERATIONS.getNotifications.path }, context)

/** 4: the conversations, or the messages of one. */
export const getChat = (account: Account, id: string | null, context: CallContext): Promise<ReadDocument> => {
  const operation = OPERATIONS.getChat
  if (id === null) return read(account, { operation, path: operation.path }, context)
  const path = `${operation.path}?${new URLSearchParams({ conversation_id: id })}`
  return read(account, { operation, path, namesOne: true }, context)
}

/** Without an ID the service would list all conversations instead. @throws {Failure} `usage` */
export const requireConversation = (id: string): void => {
  if (id.trim() === '')
    throw usageFailure(
      'The ID of the conversation is empty.',
      'To list your conversations and their IDs, run miniapp chat.',
    )
}

/** A service to read from, and a token for it if there is one. */
export interface ReadSource {
  readonly baseUrl: string
  readonly accessToken: string | null
}

/**
 * The categories of mini apps with their names (platform document, 4.1). The specification shows neither the
 * shape of the answer nor whether a token is needed: the first request is without one, and a refused one is
 * repeated with it.
 */
export const getCategories = async (source: ReadSource, context: CallContext): Promise<ReadDocument> => {
  const place = new URL(source.baseUrl).origin
  const ask = (headers: Readonly<Record<string, string>>) =>
    context.fetch({
      method: 'GET',
      url: `${source.baseUrl}${CATEGORIES_PATH}`,
      headers: { accept: 'application/json', ...headers },
      signal: context.signal,
    })
  let answer = await ask({})
  if ((answer.status === 401 || answer.status === 403) && source.accessToken !== null)
    answer = await ask({ authorization: `Bearer ${source.accessToken}` })
  if (answer.status === 403)
    throw new Failure(
      'refused',
      `${place} requires a sign-in to list its categories.`,
      'Run miniapp login, then try again.',
    )
  if (answer.status !== 200) throw answerFailure(answer, place, false, context.clock.now())
  return parsed(answer.text, answer.text)
}

const read = async (account: Account, call: Call, context: CallContext): Promise<ReadDocument> =>
  readLabelled(await callApi(account, call, context))

/** An ID as one path segment: `.` and `..` would be resolved as folders. */
const pathPart = (id: string): string => {
  if (id === '' || id === '.' || id === '..')
    throw usageFailure(
      `${JSON.stringify(id)} is not a valid ID.`,
      'Give the ID of a post, as shown by miniapp feed.',
    )
  return encodeURIComponent(id)
}

/**
 * Parses a labelled result (2.1): the first line is dropped, and the rest parsed.
 * @throws {UnreadableAnswer} with the rest, if it is not JSON
 */
const readLabelled = (result: string): ReadDocument => {
  const lineEnd = result.indexOf('\n')
  const rest = lineEnd === -1 ? '' : result.slice(lineEnd + 1)
  return parsed(rest, rest === '' ? result : rest)
}

/** @param shown what the user sees if it is not JSON */
const parsed = (json: string, shown: string): ReadDocument => {
  try {
    return { json, value: parseExactly(json) }
  } catch (error) {
    throw new UnreadableAnswer(shown, error)
  }
}

/** The document of a read's answer, or null if it has none. */
export const readReply = (answer: HttpAnswer): ReadDocument | null => {
  const result = readResult(answer)
  try {
    return result === null ? null : readLabelled(result)
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null
    throw error
  }
}

/** The service's answer is not a document; it is shown unchanged, as safe text. */
export class UnreadableAnswer extends Failure {
  readonly text: string

  constructor(text: string, cause: unknown) {
    super(
      'network',
      "The service's answer is not a JSON document.",
      'Check that --base-url is the URL of the service.',
      cause,
    )
    this.text = text
  }
}
