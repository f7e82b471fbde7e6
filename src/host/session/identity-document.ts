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
  ifLost:
    'Seat 1 has a new person. Purchases, balances, nicknames and records of the previous person are kept, but do not belong to the new one.',
  empty: () => ({ ownerId: null }),
  parse: (saved) => savedSchema.safeParse(saved).data,
  serialize: ({ ownerId }) => ({ schema: 1, ownerId }),
}

/**
 * The `app_user_id` of the person in the first seat. If it is not saved, it is recovered from other documents. If the
 * disk cannot be written, the app still runs, with another person the next time.
 * @param people whose data other documents have, once for each
 */
export const openOwnerId = async (
  store: Store,
  randomness: Randomness,
  people: Iterable<string> = [],
): Promise<string> => {
  const recovered = ownerAmong(people)
  const identity = await SavedDocument.open(store, IDENTITY_DOCUMENT, {
    ...IDENTITY_CODEC,
    ...(recovered === null
      ? {}
      : { ifLost: `The person in seat 1 is still ${recovered}, as the other saved data show.` }),
  })
  if (identity.value.ownerId !== null) return identity.value.ownerId
  const ownerId = recovered ?? randomId(randomness, 'u')
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

/** Who most of the data belong to, of people whose ids differ in the seat only; null if there is nobody, or a tie. */
const ownerAmong = (people: Iterable<string>): string | null => {
  const counts = new Map<string, number>()
  for (const person of people) {
    const owner = person.replace(/~\d+$/, '')
    counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  return first === undefined || first[1] === second?.[1] ? null : first[0]
}
