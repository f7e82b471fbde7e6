import { OPERATIONS } from '../platform/publishing.js'
import type { CreatePostBody } from '../platform/publishing-bodies.js'
import type { Account, CallContext } from './requests/authorized-call.js'
import { callApi } from './requests/authorized-call.js'

/**
 * Publishes a post (2.2).
 * @returns the service's answer, whose format is undocumented
 */
export const createPost = (account: Account, post: CreatePostBody, context: CallContext): Promise<string> => {
  const operation = OPERATIONS.createPost
  const body = JSON.stringify(post)
  return callApi(account, { operation, path: operation.path, body, sends: 'post' }, context)
}
