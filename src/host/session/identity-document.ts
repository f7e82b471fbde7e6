import * as z from 'zod'
import { type Randomness, randomId } from '../randomness.js'
import { type Codec, NotSavedError, SavedDocument, type Store } from '../saving/store.js'

/** The person in the first seat: created once for an app, and saved (2.5). */
export interface Identity {
  ownerId: string | null
}

export const IDENTITY_DOCUMENT = 'identity'

const savedSchema = z.object({ schema: z.literal(1), ownerId: z.string().min(1).max(64) })

export const IDENTITY_CODEC: Codec<Identity> = {
  empty: () => ({ ownerId: null }),
  parse: (saved) => savedSchema.safeParse(saved).data,
  serialize: ({ ownerId }) => ({ schema: 1, ownerId }),
}

/**
 * The `app_user_id` of the person in the first seat. If the disk cannot be written, the app still runs, with another
 * person the next time.
 */
export const openOwnerId = async (store: Store, randomness: Randomness): Promise<string> => {
  const identity = await SavedDocument.open(store, IDENTITY_DOCUMENT, IDENTITY_CODEC)
  if (identity.value.ownerId !== null) return identity.value.ownerId
  const ownerId = randomId(randomness, 'u')
  try {
    await identity.change((value) => {
      value.ownerId = ownerId
      return {
        result: undefined,
        undo: () => {
          value.ownerId = null
        },
      }
    })
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error
  }
  return ownerId
}
