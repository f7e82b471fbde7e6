import * as z from 'zod'
import { type Codec, removeEntry, SavedDocument, type Store, setEntry } from '../saving/store.js'

/** People's nicknames in an app, by `app_user_id` (4.6). */
export type Nicknames = Map<string, string>

export const NICKNAMES_DOCUMENT = 'nicknames'

export const openNicknames = (store: Store): Promise<SavedDocument<Nicknames>> =>
  SavedDocument.open(store, NICKNAMES_DOCUMENT, NICKNAMES_CODEC)

/** A person's nickname in the app (4.6), by their `app_user_id`; null if they have none. */
export const nicknameOf = (nicknames: SavedDocument<Nicknames>, person: string): string | null =>
  nicknames.value.get(person) ?? null

/** Saves a person's nickname. @throws {NotSavedError} */
export const saveNickname = (
  nicknames: SavedDocument<Nicknames>,
  person: string,
  nickname: string,
): Promise<void> => nicknames.change((value) => setEntry(value, person, nickname))

/** Removes a person's nickname. @throws {NotSavedError} */
export const removeNickname = (nicknames: SavedDocument<Nicknames>, person: string): Promise<void> =>
  nicknames.change((value) => removeEntry(value, person))

const savedSchema = z.object({ schema: z.literal(1), nicknames: z.record(z.string(), z.string()) })

export const NICKNAMES_CODEC: Codec<Nicknames> = {
  ifLost: 'Nobody has a nickname.',
  empty: () => new Map(),
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    return parsed.success ? new Map(Object.entries(parsed.data.nicknames)) : undefined
  },
  serialize: (nicknames) => ({ schema: 1, nicknames: Object.fromEntries(nicknames) }),
}
