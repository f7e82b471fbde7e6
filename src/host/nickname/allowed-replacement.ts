import { isChild, type PersonKind } from '../../platform/ages.js'
import { EditRefusedError } from '../control/edit-refused.js'
import { isSuggestedNickname, NICKNAME_FAULTS, nicknameFault } from './nickname-rules.js'

/**
 * A nickname with which an admin replaces another (4.6): it follows the same rules as one that the person chooses.
 * @returns the nickname as it is saved
 * @throws {EditRefusedError} if it does not
 */
export const allowedReplacement = (nickname: string, person: PersonKind): string => {
  const fault = nicknameFault(nickname)
  if (fault !== null) throw new EditRefusedError(NICKNAME_FAULTS[fault])
  const allowed = nickname.trim()
  if (isChild(person) && !isSuggestedNickname(allowed))
    throw new EditRefusedError('Children have suggested nicknames only (4.6).')
  return allowed
}
