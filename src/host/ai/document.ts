import * as z from 'zod'
import { CAPABILITIES, type Capability } from '../../platform/features.js'
import { type Codec, NotSavedError, SavedDocument, type Store } from '../saving/store.js'

/** Which capabilities each person lets the app use, by `app_user_id` (4.7). Only a yes is remembered. */
export type AiConsents = Map<string, ReadonlySet<Capability>>

export const AI_CONSENTS_DOCUMENT = 'ai-consents'

export const openAiConsents = (store: Store): Promise<SavedDocument<AiConsents>> =>
  SavedDocument.open(store, AI_CONSENTS_DOCUMENT, AI_CONSENTS_CODEC)

/**
 * Remembers that a person lets the app use a capability, or takes that back.
 * @throws {NotSavedError} when it could not be saved: all is as it was
 */
export const setConsent = (
  consents: SavedDocument<AiConsents>,
  person: string,
  capability: Capability,
  allowed: boolean,
): Promise<void> =>
  consents.change((value) => {
    const before = value.get(person)
    const others = [...(before ?? [])].filter((name) => name !== capability)
    value.set(person, new Set(allowed ? [...others, capability] : others))
    return {
      result: undefined,
      undo: () => {
        if (before === undefined) value.delete(person)
        else value.set(person, before)
      },
    }
  })

/** Remembers a person's yes. On a disk that cannot be written it counts all the same, and is asked for again. */
export const rememberConsent = async (
  consents: SavedDocument<AiConsents>,
  person: string,
  capability: Capability,
): Promise<void> => {
  try {
    await setConsent(consents, person, capability, true)
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error
  }
}

const savedSchema = z.object({
  schema: z.literal(1),
  consents: z.record(z.string(), z.array(z.enum(CAPABILITIES))),
})

export const AI_CONSENTS_CODEC: Codec<AiConsents> = {
  empty: () => new Map(),
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    if (!parsed.success) return undefined
    return new Map(
      Object.entries(parsed.data.consents).map(([person, capabilities]) => [person, new Set(capabilities)]),
    )
  },
  serialize: (consents) => ({
    schema: 1,
    consents: Object.fromEntries([...consents].map(([person, capabilities]) => [person, [...capabilities]])),
  }),
}
