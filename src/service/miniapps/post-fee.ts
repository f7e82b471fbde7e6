import { SHARE_POST_PRICE_THOUSANDTHS } from '../../platform/limits.js'
import { type CommandContext, memberOf, openAppOf } from './context.js'
import { RefusedError } from './refused.js'

/**
 * Takes what a post from an app costs from its author (4.4).
 * @returns the ID for the post
 * @throws {RefusedError} `conflict` without enough credits, and as the app and the member are refused
 */
export const payForPost = (context: CommandContext, appId: string, authorId: string): string => {
  const { draft, now } = context
  const app = openAppOf(context, appId)
  const author = memberOf(context, authorId)
  const thousandths = SHARE_POST_PRICE_THOUSANDTHS
  if (author.balance < thousandths) throw new RefusedError('conflict', 'You do not have enough credits.')
  const id = context.newId('post')
  draft.put('member', { ...author, balance: author.balance - thousandths })
  draft.put('postFee', { id, payer: author.id, appId: app.id, thousandths, at: now })
  return id
}
