import * as z from 'zod'
import { seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import { EditRefusedError } from '../control/edit-refused.js'
import { removeNickname, saveNickname } from './document.js'
import { NICKNAME_FAULTS, nicknameFault } from './nickname-rules.js'

/** The developer's edits of nicknames. */
export const NICKNAME_EDITS = {
  'set-nickname': {
    schema: z.strictObject({
      edit: z.literal('set-nickname'),
      seat: seatSchema,
      nickname: z.string().max(200).nullable(),
    }),
    apply: async (edit, world) => {
      const { appUserId } = await world.seat(edit.seat)
      if (edit.nickname === null) {
        await removeNickname(world.services.nickname, appUserId)
        return `The developer removed the nickname of seat ${edit.seat}.`
      }
      const fault = nicknameFault(edit.nickname)
      if (fault !== null) throw new EditRefusedError(NICKNAME_FAULTS[fault])
      await saveNickname(world.services.nickname, appUserId, edit.nickname.trim())
      return `The developer changed the nickname of seat ${edit.seat} to ${edit.nickname.trim()}.`
    },
  },
} as const satisfies Edits<'set-nickname'>
