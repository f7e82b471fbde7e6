import { Failure } from '../failure.js'
import { FEED_LIMIT_MAX, FEED_LIMIT_MIN, OPERATIONS } from '../platform/publishing.js'
import type { Account, CallContext } from './authorized-call.js'
import { callApi } from './authorized-call.js'

/** What a read answered: JSON whose fields are mostly not documented (2.1). All of it is untrusted. */
export type ReadDocument = unknown

/** 4: the home feed. */
export const getUpdates = (
  account: Account,
  limit: number | null,
  context: CallContext,
): Promise<ReadDocument> => {
  if (limit !== null && (limit < FEED_LIMIT_MIN || limit > FEED_LIMIT_MAX))
    throw new Failure(
      'usage',
      `The feed cannot be asked for ${limit} posts.`,
      `Give --limit a number from ${FEED_LIMIT_MIN} to ${FEED_LIMIT_MAX}.`,
    )
  const { path } = OPERATIONS.getUpdates
  return read(account, 'getUpdates', limit === null ? path : `${path}?limit=${limit}`, context)
}

/** 4: one post. */
export const getPost = (account: Account, id: string, context: CallContext): Promise<ReadDocument> =>
  read(account, 'getPost', OPERATIONS.getPost.path.replace('{post_id}', pathPart(id)), context)

/** 4: the person's own profile and stats. */
export const getProfile = (account: Account, context: CallContext): Promise<ReadDocument> =>
  read(account, 'getProfile', OPERATIONS.getProfile.path, context)

/** 4: recent notifications. */
export const getNotifications = (account: Account, context: CallContext): Promise<ReadDocument> =>
  read(account, 'getNotifications', OPERATIONS.getNotifications.path, context)

/** 4: the conversations, or the messages of one. */
export const getChat = (account: Account, id: string | null, context: CallContext): Promise<ReadDocument> => {
  const { path } = OPERATIONS.getChat
  return read(
    account,
    'getChat',
    id === null ? path : `${path}?${new URLSearchParams({ conversation_id: id })}`,
    context,
  )
}

const read = async (
  account: Account,
  operation: 'getUpdates' | 'getPost' | 'getProfile' | 'getNotifications' | 'getChat',
  path: string,
  context: CallContext,
): Promise<ReadDocument> =>
  readLabelled(await callApi(account, { operation: OPERATIONS[operation], path }, context))

/** An id as one part of a path: `.` and `..` would be taken for folders. */
const pathPart = (id: string): string => {
  if (id === '' || id === '.' || id === '..')
    throw new Failure('usage', `${JSON.stringify(id)} is no id.`, 'Give the id of a post, as feed shows it.')
  return encodeURIComponent(id)
}

/**
 * Reads a labelled result (2.1): the first line is dropped, whatever it says, and the rest parsed.
 * @throws {UnreadableAnswer} with the rest as it came, where it is no JSON
 */
export const readLabelled = (result: string): ReadDocument => {
  const lineEnd = result.indexOf('\n')
  const rest = lineEnd === -1 ? '' : result.slice(lineEnd + 1)
  try {
    return JSON.parse(rest)
  } catch (error) {
    throw new UnreadableAnswer(rest === '' ? result : rest, error)
  }
}

/** The service answered with something that is no document; it is shown as it is, as safe text. */
export class UnreadableAnswer extends Failure {
  readonly text: string

  constructor(text: string, cause: unknown) {
    super(
      'network',
      'The service answered with a text that is no JSON document.',
      'Check that --base-url is the address of the service.',
      cause,
    )
    this.text = text
  }
}
