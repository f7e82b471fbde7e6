import * as z from 'zod'
import { formatCredits, parseCredits } from '../../platform/credits.js'
import { CAPABILITIES, type Capability } from '../../platform/features.js'
import { KEY_PATTERN } from '../../platform/keys.js'
import {
  KEY_MAX_CHARACTERS,
  RECORD_VALUE_MAX_BYTES,
  SHARED_STORE_BYTES,
  STORAGE_MAX_KEYS,
  STORAGE_VALUE_MAX_CHARACTERS,
} from '../../platform/limits.js'
import { APP_ID_PATTERN } from '../../platform/manifest.js'
import { utf8Bytes } from '../../platform/text.js'
import { LATEST_TIME } from '../clock.js'
import type { LedgerState } from '../money/ledger.js'
import { type StoredRecord, sizeOf } from '../records/shared-store.js'
import type { AppData } from './app-data.js'
import { MAX_SEATS } from './switches.js'

/** The same, as the host works with it. Times are milliseconds since 1970. */
export interface AppContents {
  readonly ownerId: string
  readonly storage: ReadonlyMap<number, ReadonlyMap<string, string>>
  readonly nicknames: ReadonlyMap<string, string>
  readonly aiConsents: ReadonlyMap<string, ReadonlySet<Capability>>
  readonly ledger: LedgerState
  readonly records: readonly StoredRecord[]
}

/** What is exported: nothing is left out. */
export const writeAppData = (app: string, now: number, contents: AppContents): Required<AppData> => ({
  schema: 1,
  app,
  savedAt: iso(now),
  ownerId: contents.ownerId,
  storage: Object.fromEntries(
    [...contents.storage]
      .filter(([, values]) => values.size > 0)
      .map(([seat, values]) => [String(seat), Object.fromEntries(values)]),
  ),
  nicknames: Object.fromEntries(contents.nicknames),
  aiConsents: Object.fromEntries([...contents.aiConsents].map(([person, names]) => [person, [...names]])),
  balances: Object.fromEntries(
    Object.entries(contents.ledger.balances).map(([person, amount]) => [person, formatCredits(amount)]),
  ),
  sales: contents.ledger.sales.map((sale) => ({
    id: sale.id,
    buyer: sale.buyer,
    item: sale.item,
    price: formatCredits(sale.thousandths),
    purchasedAt: iso(sale.purchasedAt),
    confirmsAt: sale.confirmsAt === null ? null : iso(sale.confirmsAt),
    consumedAt: sale.consumedAt === null ? null : iso(sale.consumedAt),
    state: sale.state,
    returnReason: sale.returnReason,
  })),
  sharedStore: contents.records.map(({ player, key, value, rank, replaceable, updatedAt }) => ({
    player,
    key,
    value,
    rank,
    replaceable,
    updatedAt: iso(updatedAt),
  })),
})

/** A document was read, or every reason why it cannot be, each with its place. */
export type ReadAppData = { readonly contents: AppContents } | { readonly problems: readonly string[] }

/**
 * Judges a document before anything is replaced by it.
 * @param app the App ID of the app that it is imported into
 * @param ownerId the one to keep where the document names none
 * @param now the host's time
 */
export const readAppData = (
  document: unknown,
  { app, ownerId, now }: { readonly app: string; readonly ownerId: string; readonly now: number },
): ReadAppData => {
  const read = appDataSchema.safeParse(document)
  if (!read.success) return { problems: describe(read.error) }
  const data = read.data
  if (data.app !== undefined && data.app !== app)
    return {
      problems: [`app: these are the data of ${data.app}, and the app is ${app}; change \`app\` to use them`],
    }
  const passed = data.savedAt === undefined ? 0 : now - data.savedAt
  const moved = (time: number): number => Math.min(Math.max(0, time + passed), LATEST_TIME)
  return {
    contents: {
      ownerId: data.ownerId ?? ownerId,
      storage: new Map([...data.storage].map(([seat, values]) => [Number(seat), values])),
      nicknames: data.nicknames,
      aiConsents: new Map([...data.aiConsents].map(([person, names]) => [person, new Set(names)])),
      ledger: {
        balances: Object.fromEntries(data.balances),
        sales: data.sales.map(({ price, ...sale }) => ({
          ...sale,
          thousandths: price,
          purchasedAt: moved(sale.purchasedAt),
          confirmsAt: sale.confirmsAt === null ? null : moved(sale.confirmsAt),
          consumedAt: sale.consumedAt === null ? null : moved(sale.consumedAt),
        })),
      },
      records: data.sharedStore.map((record, index) => ({
        ...record,
        updatedAt: moved(record.updatedAt),
        sequence: index + 1,
      })),
    },
  }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/**
 * An object whose keys are data. It is read by its own fields: a plain record of the schema library's leaves
 * `__proto__` out, which is a key like any other.
 */
const entriesOf = <V>(key: z.ZodType<string>, value: z.ZodType<V>) =>
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

const time = z
  .string()
  .refine((text) => ISO_TIME.test(text) && inRange(Date.parse(text)), {
    error: 'must be a time in ISO 8601 and UTC, such as 2026-01-01T12:00:00.000Z',
  })
  .transform((text) => Date.parse(text))

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const inRange = (milliseconds: number): boolean => milliseconds >= 0 && milliseconds <= LATEST_TIME

const credits = z
  .string()
  .refine((text) => parseCredits(text) !== null, {
    error: 'must be credits with up to three decimals, such as "12.5"',
  })
  .transform((text) => parseCredits(text) ?? 0)

/** Ids are the host's own, but a developer may make players up. */
export const personSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.~-]{0,63}$/, 'must be an id: 1 to 64 characters of A-Z a-z 0-9 _ . ~ -')

export const keySchema = z
  .string()
  .regex(KEY_PATTERN, `must be a key: 1 to ${KEY_MAX_CHARACTERS} characters of A-Z a-z 0-9 _ . : -`)

export const storageValueSchema = z
  .string()
  .max(STORAGE_VALUE_MAX_CHARACTERS, `must have at most ${STORAGE_VALUE_MAX_CHARACTERS} characters (8.2)`)

export const recordValueSchema = z.string().refine((text) => utf8Bytes(text) <= RECORD_VALUE_MAX_BYTES, {
  error: `must have at most ${RECORD_VALUE_MAX_BYTES} bytes (8.3)`,
})

const seatSchema = z.string().regex(new RegExp(`^[1-${MAX_SEATS}]$`), `must be a seat, "1" to "${MAX_SEATS}"`)

export const itemSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('product'),
    id: z.string().min(1),
    kind: z.enum(['consumable', 'permanent']),
  }),
  z.strictObject({ type: z.literal('access'), access: z.enum(['one_time', 'pass_30d']) }),
])

const saleSchema = z
  .strictObject({
    id: personSchema,
    buyer: personSchema,
    item: itemSchema,
    price: credits,
    purchasedAt: time,
    confirmsAt: time.nullish().transform((given) => given ?? null),
    consumedAt: time.nullish().transform((given) => given ?? null),
    state: z.enum(['confirming', 'held', 'paid-out', 'awaiting-manual', 'returned']),
    returnReason: z
      .enum(['unconsumed', 'refund', 'blocked', 'deleted'])
      .nullish()
      .transform((given) => given ?? null),
  })
  .refine((sale) => (sale.state === 'confirming') === (sale.confirmsAt !== null), {
    path: ['confirmsAt'],
    error: 'must be there while the state is `confirming`, and only then',
  })
  .refine((sale) => (sale.state === 'returned') === (sale.returnReason !== null), {
    path: ['returnReason'],
    error: 'must be there once the state is `returned`, and only then',
  })

const recordSchema = z.strictObject({
  player: personSchema,
  key: keySchema,
  value: recordValueSchema,
  rank: z
    .number()
    .nullish()
    .transform((rank) => rank ?? null),
  replaceable: z.boolean().default(false),
  updatedAt: time,
})

const appDataSchema = z.strictObject({
  schema: z.literal(1),
  app: z.string().regex(APP_ID_PATTERN, 'must be an App ID').optional(),
  savedAt: time.optional(),
  ownerId: personSchema.optional(),
  storage: entriesOf(
    seatSchema,
    entriesOf(keySchema, storageValueSchema).refine((values) => values.size <= STORAGE_MAX_KEYS, {
      error: `must have at most ${STORAGE_MAX_KEYS} keys (8.2)`,
    }),
  ).prefault({}),
  nicknames: entriesOf(personSchema, z.string().min(1).max(100)).prefault({}),
  aiConsents: entriesOf(personSchema, z.array(z.enum(CAPABILITIES))).prefault({}),
  balances: entriesOf(personSchema, credits).prefault({}),
  sales: z
    .array(saleSchema)
    .default([])
    .superRefine((sales, context) => {
      for (const index of repeated(sales.map(({ id }) => id)))
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'is the id of an earlier sale too' })
    }),
  sharedStore: z
    .array(recordSchema)
    .default([])
    .superRefine((records, context) => {
      for (const index of repeated(records.map(({ player, key }) => `${player} ${key}`)))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: 'is a second record of its player under its key (8.3)',
        })
      const bytes = records.reduce((sum, record) => sum + sizeOf(record), 0)
      if (bytes > SHARED_STORE_BYTES)
        context.addIssue({
          code: 'custom',
          path: [],
          message: `must have at most ${SHARED_STORE_BYTES.toLocaleString('en')} bytes of keys and values; these are ${bytes.toLocaleString('en')} (8.3)`,
        })
    }),
})

/** The places of texts that were there before. */
const repeated = (texts: readonly string[]): readonly number[] => {
  const seen = new Set<string>()
  return texts.flatMap((text, index) => {
    if (seen.has(text)) return [index]
    seen.add(text)
    return []
  })
}

const MOST_PROBLEMS = 20

const describe = (error: z.ZodError): readonly string[] => {
  const problems = error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  )
  return problems.length <= MOST_PROBLEMS
    ? problems
    : [...problems.slice(0, MOST_PROBLEMS), `… and ${problems.length - MOST_PROBLEMS} more`]
}
