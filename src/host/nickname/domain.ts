import * as z from 'zod'
import type { AppContents } from '../control/app-contents.js'
import { entriesOf, personSchema, seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import { EditRefusedError } from '../control/edit.js'
import type { Domain, DomainData } from '../domain.js'
import { NICKNAME } from './calls.js'
import { NICKNAMES_CODEC, NICKNAMES_DOCUMENT, removeNickname, saveNickname } from './document.js'
import { NICKNAME_FAULTS, nicknameFault } from './nickname-rules.js'

const fields = { nicknames: entriesOf(personSchema, z.string().min(1).max(100)).prefault({}) }

const NICKNAME_DATA = {
  fields,
  write: ({ nicknames }: AppContents) => ({ nicknames: Object.fromEntries(nicknames) }),
  read: ({ nicknames }: z.output<z.ZodObject<typeof fields>>) => ({ nicknames }),
  documents: ({ nicknames }: AppContents) => [
    [NICKNAMES_DOCUMENT, NICKNAMES_CODEC.serialize(new Map(nicknames))],
  ],
} as const satisfies DomainData

/** The developer's edits of nicknames. */
const NICKNAME_EDITS = {
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
        return `The nickname of seat ${edit.seat} was removed by hand.`
      }
      const fault = nicknameFault(edit.nickname)
      if (fault !== null) throw new EditRefusedError(NICKNAME_FAULTS[fault])
      await saveNickname(world.services.nickname, appUserId, edit.nickname.trim())
      return `The nickname of seat ${edit.seat} was changed to ${edit.nickname.trim()} by hand.`
    },
  },
} as const satisfies Edits<'set-nickname'>

/** People's nicknames in the app (4.6). */
export const NICKNAME_DOMAIN = {
  calls: NICKNAME,
  data: NICKNAME_DATA,
  edits: NICKNAME_EDITS,
} as const satisfies Domain
