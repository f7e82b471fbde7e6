import * as z from 'zod'
import { CAPABILITIES, type Capability } from '../../platform/features.js'
import { type Codec, NotSavedError, SavedDocument, type Store, setEntry } from '../saving/store.js'

/** The capabilities that each person lets the app use, by `app_user_id` (4.7). Only consent is saved, not refusal. */
export type AiConsents = Map<string, ReadonlySet<Capability>>

export const AI_CONSENTS_DOCUMENT = 'ai-consents'

export const openAiConsents = (store: Store): Promise<SavedDocument<AiConsents>> =>
  SavedDocument.open(store, AI_CONSENTS_DOCUMENT, AI_CONSENTS_CODEC)

/**
 * Saves or withdraws a person's consent to a capability.
 * @throws {NotSavedError} if it could not be saved; nothing changed then
 */
export const setConsent = (
  consents: SavedDocument<AiConsents>,
  person: string,
  capability: Capability,
  allowed: boolean,
): Promise<void> =>
  consents.change((value) => {
    const others = [...(value.get(person) ?? [])].filter((name) => name !== capability)
    return setEntry(value, person, new Set(allowed ? [...others, capability] : others))
  })

/**
 * Saves a person's consent. If the disk cannot be written, it holds for this request, and the next one asks again.
 * @returns whether it was saved
 */
export const rememberConsent = async (
  consents: SavedDocument<AiConsents>,
  person: string,
  capability: Capability,
): Promise<boolean> => {
  try {
    await setConsent(consents, person, capability, true)
    return true
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error
    return false
  }
}

const savedSchema = z.object({
  schema: z.literal(1),
  consents: z.record(z.string(), z.array(z.enum(CAPABILITIES))),
})

export const AI_CONSENTS_CODEC: Codec<AiConsents> = {
  ifLost: 'People are asked again whether the app may use AI.',
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
