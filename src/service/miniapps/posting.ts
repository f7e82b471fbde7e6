import { SHARE_POST_PRICE_THOUSANDTHS } from '../../platform/limits.js'
import type { Rating } from '../../platform/publishing.js'
import { type CommandContext, memberOf, openAppOf, RefusedError } from './context.js'
import { personKind } from './members.js'
import type { Member } from './records.js'

/** What a member publishes: what it costs decides whether a guardian's `pay` counts, and files need `media`. */
export interface Publication {
  readonly costsCredits: boolean
  readonly hasFiles: boolean
  readonly rating: Rating
}

/**
 * Why an account may not publish something; null where it may. The documents say that accounts of minors are restricted
 * and that a guardian may narrow this further (publishing API, 7): how far is our decision, which the README has.
 */
export const whyNotPublished = (
  member: Member,
  { costsCredits, hasFiles, rating }: Publication,
  now: number,
): string | null => {
  const kind = personKind(member, now)
  if (kind === 'adult') return null
  if (kind === 'no-birth-date') return 'An account without a date of birth cannot publish anything.'
  if (kind === 'under-13') return 'An account under 13 cannot publish anything.'
  if (rating !== 'sfw') return 'An account under 18 can publish only sfw content.'
  if (costsCredits && !member.guardian.pay) return 'A guardian has not allowed paying.'
  return hasFiles && !member.guardian.media ? 'A guardian has not allowed photos and videos.' : null
}

/** Whether an account is shown posts with a rating (publishing API, 2.2: ratings age-gate display). Which, is our decision, too. */
export const isShown = (rating: Rating, reader: Pick<Member, 'birthDate'>, now: number): boolean =>
  rating === 'sfw' || personKind(reader, now) === 'adult'

/** What a post was made with: a mini app by its ID, or a connected app by its name. */
type MadeWith = { readonly appId: string } | { readonly clientName: string }

/**
 * Takes what a post costs from its author (4.4).
 * @returns the ID for the post
 * @throws {RefusedError} `conflict` without enough credits, and as the app and the member are refused
 */
export const payForPost = (context: CommandContext, authorId: string, madeWith: MadeWith): string => {
  const { draft, now } = context
  if ('appId' in madeWith) openAppOf(context, madeWith.appId)
  const author = memberOf(context, authorId)
  const thousandths = SHARE_POST_PRICE_THOUSANDTHS
  if (author.balance < thousandths) throw new RefusedError('conflict', 'You do not have enough credits.')
  const id = context.newId('post')
  draft.put('member', { ...author, balance: author.balance - thousandths })
  draft.put('postFee', {
    id,
    payer: author.id,
    appId: null,
    clientName: null,
    ...madeWith,
    thousandths,
    at: now,
  })
  return id
}
