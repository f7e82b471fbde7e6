import type { StatePost } from '../../../host/matches/state-hashes.js'
import { STATE_PREFIX } from '../../injected-messages.js'

/** The form of a post, for people. */
export const STATE_FORM = `${STATE_PREFIX} <number> <hash>`

/** Reads a post. The number is whole, the hash is 1 to 64 visible ASCII characters. @returns null if it has another form */
export const readStatePost = (text: string): StatePost | null => {
  const [, number = '', hash = ''] = FORM.exec(text) ?? []
  return hash === '' || !Number.isSafeInteger(Number(number)) ? null : { number: Number(number), hash }
}

const FORM = new RegExp(`^${STATE_PREFIX} (\\d{1,16}) ([!-~]{1,64})$`)
