import type { World } from '../world.js'
import { OWN_MEMBER_ID } from './records.js'
import { type Change, put } from './store.js'

const BROWSER = 'browser'

/** The member who is signed in to the service in the browser, and so decides on consent. */
export const signedInMember = ({ store }: Pick<World, 'store'>): string => {
  const id = store.get('signedIn', BROWSER)?.memberId ?? OWN_MEMBER_ID
  return store.get('member', id) === null ? OWN_MEMBER_ID : id
}

export const nameOf = ({ store }: Pick<World, 'store'>, memberId: string): string =>
  store.get('member', memberId)?.name ?? memberId

export const signInChange = (memberId: string): Change => put('signedIn', BROWSER, { memberId })
