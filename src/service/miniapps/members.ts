import type { MemberChange } from '../../control/service-bodies.js'
import { isChild, type PersonKind, personOfAge } from '../../platform/ages.js'
import { withoutUndefined } from '../../platform/plain-objects.js'
import { type CommandContext, memberOf, RefusedError } from './context.js'
import type { Draft } from './draft.js'
import type { Member } from './records.js'

/** Whole years since a birth date, in UTC. Someone born on 29 February grows older on 1 March. */
export const ageOn = (birthDate: string, now: number): number => {
  const born = new Date(birthDate)
  const today = new Date(now)
  const before =
    today.getUTCMonth() < born.getUTCMonth() ||
    (today.getUTCMonth() === born.getUTCMonth() && today.getUTCDate() < born.getUTCDate())
  return today.getUTCFullYear() - born.getUTCFullYear() - (before ? 1 : 0)
}

/** What a host tells apart (5); a member is never signed out. */
export const personKind = ({ birthDate }: Pick<Member, 'birthDate'>, now: number): PersonKind =>
  birthDate === null ? 'no-birth-date' : personOfAge(ageOn(birthDate, now))

/** Whether the member is under 18, by the birth date that is known (2.1). */
export const isMinor = (member: Pick<Member, 'birthDate'>, now: number): boolean =>
  isChild(personKind(member, now))

const NO_GUARDIAN: Member['guardian'] = {
  miniApps: false,
  apps: [],
  pay: false,
  media: false,
  online: false,
  ai: false,
}

const GIVEN = 100_000

const newMember = (id: string, name: string, birthDate: string | null, partner: boolean): Member => ({
  id,
  name,
  birthDate,
  partner,
  guardian: NO_GUARDIAN,
  balance: GIVEN,
  given: GIVEN,
})

/**
 * The members that a new service has: one of each kind (5), each with 100 credits.
 * @param ownId the person whose account this is
 */
export const addFirstMembers = (draft: Draft, ownId: string, now: number): void => {
  const born = (years: number): string => {
    const year = new Date(now).getUTCFullYear() - years
    return `${year}-01-01`
  }
  const add = (id: string, name: string, birthDate: string | null, partner = false): void => {
    if (draft.get('member', id) === null) draft.put('member', newMember(id, name, birthDate, partner))
  }
  add(ownId, 'You', born(30))
  add('member_ada', 'Ada', born(36))
  add('member_ben', 'Ben', born(16))
  add('member_cleo', 'Cleo', born(14))
  add('member_dan', 'Dan', born(10))
  add('member_eve', 'Eve', null)
  add('member_studio', 'Studio', born(40), true)
}

/** @throws {RefusedError} `conflict` where there is one of that ID */
export const addMember = (
  context: CommandContext,
  { id, ...change }: MemberChange & { readonly id: string },
): Member => {
  const { draft } = context
  if (draft.get('member', id) !== null)
    throw new RefusedError('conflict', `id: a member ${id} already exists.`)
  draft.put('member', newMember(id, id, null, false))
  return changeMember(context, id, change)
}

/** @throws {RefusedError} `invalid` for a birth date that is still to come */
export const changeMember = (context: CommandContext, id: string, change: MemberChange): Member => {
  const { draft, now } = context
  const before = memberOf(context, id)
  const { guardian = {}, balance = before.balance, ...plain } = change
  if (typeof plain.birthDate === 'string' && Date.parse(plain.birthDate) > now)
    throw new RefusedError('invalid', 'birthDate: must be in the past.')
  const member: Member = {
    ...before,
    ...withoutUndefined(plain),
    guardian: { ...before.guardian, ...withoutUndefined(guardian) },
    balance,
    given: before.given + balance - before.balance,
  }
  draft.put('member', member)
  return member
}
