import { isChild } from '../../platform/ages.js'
import type { NICKNAME_CALLS } from '../../platform/calls/nickname.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import { type Randomness, randomFraction } from '../randomness.js'
import type { Handlers } from '../session/call.js'
import type { Judge, SheetKinds } from '../session/sheets.js'
import { nicknameOf, saveNickname } from './document.js'
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

/** `getNickname` (4.6). Only the host asks for a nickname and saves it. */
export const NICKNAME = {
  getNickname: async ({ ask = false }, call, { nickname: nicknames }) => {
    const { app, seat, randomness } = call.session
    const known = nicknameOf(nicknames, seat.appUserId)
    if (known !== null || !ask) return { nickname: known }
    const sheet = call.claimSheet()
    const chosen = await askNickname(app, call.switches, null, randomness, (offer, judge) =>
      sheet.open('nickname', offer, judge),
    )
    if (chosen !== null) {
      await saveNickname(nicknames, seat.appUserId, chosen)
      call.saved('nickname')
    }
    return { nickname: chosen }
  },
} as const satisfies Handlers<keyof typeof NICKNAME_CALLS, 'nickname'>
