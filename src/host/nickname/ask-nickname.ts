import { isChild } from '../../platform/ages.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import { type Randomness, randomFraction } from '../randomness.js'
import type { Judge, SheetKinds } from '../session/sheets.js'
import { NICKNAME_FAULTS, nicknameFault, suggestNicknames } from './nickname-rules.js'

/** Opens the nickname sheet. @returns the person's choice */
export type OpenNicknameSheet = (
  offer: SheetKinds['nickname']['offer'],
  judge: Judge<'nickname'>,
) => Promise<SheetKinds['nickname']['choice']>

/**
 * Asks a person for a nickname (4.6). Adults type one or pick a suggestion; children can only pick.
 * @returns null if the person closed the sheet
 */
export const askNickname = async (
  app: HostedApp,
  switches: Switches,
  current: string | null,
  randomness: Randomness,
  openSheet: OpenNicknameSheet,
): Promise<string | null> => {
  const suggestions = suggestNicknames(() => randomFraction(randomness), SUGGESTIONS)
  const typing = !isChild(switches.person)
  const choice = await openSheet({ app: app.name, current, suggestions, typing }, (made) => {
    if (made === null || suggestions.includes(made.nickname)) return null
    if (!typing) return 'Pick one of the suggestions.'
    const fault = nicknameFault(made.nickname)
    return fault === null ? null : NICKNAME_FAULTS[fault]
  })
  return choice === null ? null : choice.nickname.trim()
}

const SUGGESTIONS = 6
