import type { Handlers } from '../session/call.js'
import { askNickname } from './ask-nickname.js'
import { saveNickname } from './document.js'

/** `getNickname` (4.6): only the host asks and saves. */
export const NICKNAME = {
  getNickname: async ({ ask = false }, call) => {
    const { app, seat, switches, randomness, nicknames } = call
    const known = call.nicknameOf(seat.appUserId)
    if (known !== null || !ask) return { nickname: known }
    const sheet = call.claimSheet()
    const chosen = await askNickname(app, switches, null, randomness, (offer, judge) =>
      sheet.open('nickname', offer, judge),
    )
    if (chosen !== null) await saveNickname(nicknames, seat.appUserId, chosen)
    return { nickname: chosen }
  },
} as const satisfies Handlers
