import * as z from 'zod'
import { parseCredits } from '../../platform/credits.js'
import { KEY_MAX_CHARACTERS } from '../../platform/limits.js'
import { KEY_PATTERN } from '../../platform/storage-limits.js'
import { ISO_TIME } from '../../platform/units.js'
import { LATEST_TIME } from '../clock.js'
import { creditsTextSchema } from './switch-change.js'
import { MAX_SEATS } from './switches.js'

/** An object whose keys are data. Unlike zod's records, it keeps `__proto__`, which is a key like any other. */
export const entriesOf = <V>(key: z.ZodType<string>, value: z.ZodType<V>) =>
  z
    .custom<object>((given) => typeof given === 'object' && given !== null && !Array.isArray(given), {
      error: 'must be an object',
    })
    .transform((given, context): ReadonlyMap<string, V> => {
      const entries = new Map<string, V>()
      for (const [name, field] of Object.entries(given)) {
        const readName = key.safeParse(name)
        const readField = value.safeParse(field)
        for (const { error } of [readName, readField])
          for (const issue of error?.issues ?? [])
            context.issues.push({
              code: 'custom',
              message: issue.message,
              input: given,
              path: [name, ...issue.path],
            })
        if (readName.success && readField.success) entries.set(readName.data, readField.data)
      }
      return entries
    })

/** A time as documents have it, read into milliseconds since 1970. */
export const timeSchema = z
  .string()
  .refine((text) => ISO_TIME.test(text) && inRange(Date.parse(text)), {
    error: 'must be an ISO 8601 time in UTC, such as 2026-01-01T12:00:00.000Z',
  })
  .transform((text) => Date.parse(text))

const inRange = (milliseconds: number): boolean => milliseconds >= 0 && milliseconds <= LATEST_TIME

/** Credits as a decimal string, read into thousandths. */
export const creditsSchema = creditsTextSchema.transform((text) => parseCredits(text) ?? 0)

/** The host creates ids, but a developer may invent players. */
export const personSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.~-]{0,63}$/, 'must be an id: 1 to 64 characters of A-Z a-z 0-9 _ . ~ -')

export const keySchema = z
  .string()
  .regex(KEY_PATTERN, `must be a key: 1 to ${KEY_MAX_CHARACTERS} characters of A-Z a-z 0-9 _ . : -`)

/** A seat's number. */
export const seatSchema = z.int().min(1).max(MAX_SEATS)

/** The indexes of texts that occur earlier in the list. */
export const repeated = (texts: readonly string[]): readonly number[] => {
  const seen = new Set<string>()
  return texts.flatMap((text, index) => {
    if (seen.has(text)) return [index]
    seen.add(text)
    return []
  })
}
