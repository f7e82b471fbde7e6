import type { NICKNAME_CALLS } from '../../platform/calls/nickname.js'
import type { Handlers } from '../session/call.js'
import { askNickname } from './ask-nickname.js'
import { nicknameOf, saveNickname } from './document.js'

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
