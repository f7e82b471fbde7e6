import * as z from 'zod'
import { formatCredits, parseCredits } from '../../platform/credits.js'
import { CAPABILITIES } from '../../platform/features.js'
import { STORAGE_MAX_KEYS } from '../../platform/limits.js'
import { type AiConsents, setConsent } from '../ai/document.js'
import type { Clock } from '../clock.js'
import type { LedgerBook } from '../money/document.js'
import { editSale, giveSale } from '../money/sale-edit.js'
import { type Nicknames, removeNickname, saveNickname } from '../nickname/document.js'
import { NICKNAME_FAULTS, nicknameFault } from '../nickname/nickname-rules.js'
import type { Randomness } from '../randomness.js'
import { removeRecord, type SharedDocument, writeRecord } from '../records/document.js'
import type { SavedDocument } from '../saving/store.js'
import type { Seat } from '../session/seat.js'
import { clearValues, removeValue, setValue } from '../storage/document.js'
import {
  itemSchema,
  keySchema,
  personSchema,
  recordValueSchema,
  storageValueSchema,
} from './app-data-codec.js'
import type { DataEdit } from './data-edit-request.js'
import { EditRefusedError } from './edit-refused.js'
import type { Switches } from './switches.js'
import { MAX_SEATS } from './switches.js'

const seat = z.int().min(1).max(MAX_SEATS)
const sale = z.string().min(1).max(100)
const credits = z
  .string()
  .refine((text) => parseCredits(text) !== null, 'must be credits with up to three decimals, such as 12.5')
/** Ten years: whatever time does to a sale, it did by then. */
const LONGEST_AGE_MS = 10 * 366 * 86_400_000

/** Reads a `DataEdit`. */
export const dataEditSchema = z.discriminatedUnion('edit', [
  z.strictObject({ edit: z.literal('set-value'), seat, key: keySchema, value: storageValueSchema }),
  z.strictObject({ edit: z.literal('remove-value'), seat, key: keySchema }),
  z.strictObject({ edit: z.literal('clear-storage'), seat }),
  z.strictObject({
    edit: z.literal('set-balance'),
    seat,
    credits,
  }),
  z.strictObject({ edit: z.literal('set-nickname'), seat, nickname: z.string().max(200).nullable() }),
  z.strictObject({
    edit: z.literal('set-ai-consent'),
    seat,
    capability: z.enum(CAPABILITIES),
    allowed: z.boolean(),
  }),
  z.strictObject({
    edit: z.literal('set-record'),
    player: personSchema,
    key: keySchema,
    value: recordValueSchema,
    rank: z.number().nullable().default(null),
    replaceable: z.boolean().default(false),
  }),
  z.strictObject({ edit: z.literal('remove-record'), player: z.string(), key: keySchema }),
  z.strictObject({ edit: z.literal('give'), seat, item: itemSchema, price: credits }),
  z.strictObject({ edit: z.literal('refund'), sale }),
  z.strictObject({ edit: z.literal('complete-payout'), sale }),
  z.strictObject({ edit: z.literal('consume'), sale }),
  z.strictObject({ edit: z.literal('unconsume'), sale }),
  z.strictObject({ edit: z.literal('confirm'), sale }),
  z.strictObject({ edit: z.literal('age'), sale, milliseconds: z.int().min(1).max(LONGEST_AGE_MS) }),
  z.strictObject({ edit: z.literal('forget-sale'), sale }),
]) satisfies z.ZodType<unknown, DataEdit>

export type ReadDataEdit = z.output<typeof dataEditSchema>

export interface EditWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly seat: (number: number) => Promise<Seat>
  readonly shared: SharedDocument
  readonly books: LedgerBook
  readonly nicknames: SavedDocument<Nicknames>
  readonly aiConsents: SavedDocument<AiConsents>
  readonly switches: (seat: number) => Switches
}

/**
 * Makes an edit and saves it; a running app sees it at its next call.
 * @returns what was done, in words for the log
 * @throws {EditRefusedError}
 * @throws {NotSavedError} when it could not be saved: all is as it was
 */
export const applyEdit = async (edit: ReadDataEdit, world: EditWorld): Promise<string> => {
  const { books, nicknames, shared, clock } = world
  switch (edit.edit) {
    case 'set-value': {
      const { storage } = await world.seat(edit.seat)
      if (!storage.value.has(edit.key) && storage.value.size >= STORAGE_MAX_KEYS)
        throw new EditRefusedError(`There are ${STORAGE_MAX_KEYS} keys already (8.2).`)
      await storage.change((values) => setValue(values, edit.key, edit.value))
      return `The developer set the stored value of ${edit.key} in seat ${edit.seat}.`
    }
    case 'remove-value': {
      const { storage } = await world.seat(edit.seat)
      if (!storage.value.has(edit.key)) throw new EditRefusedError(`Nothing is stored under ${edit.key}.`)
      await storage.change((values) => removeValue(values, edit.key))
      return `The developer removed the stored value of ${edit.key} in seat ${edit.seat}.`
    }
    case 'clear-storage': {
      const { storage } = await world.seat(edit.seat)
      await storage.change(clearValues)
      return `The developer removed all that seat ${edit.seat} stored.`
    }
    case 'set-balance': {
      const { appUserId } = await world.seat(edit.seat)
      const thousandths = parseCredits(edit.credits) ?? 0
      await books.setPurse(appUserId, thousandths)
      return `The developer put the balance of seat ${edit.seat} to ${formatCredits(thousandths)} credits.`
    }
    case 'set-nickname': {
      const { appUserId } = await world.seat(edit.seat)
      if (edit.nickname === null) {
        await removeNickname(nicknames, appUserId)
        return `The developer took the nickname of seat ${edit.seat} away.`
      }
      const fault = nicknameFault(edit.nickname)
      if (fault !== null) throw new EditRefusedError(NICKNAME_FAULTS[fault])
      await saveNickname(nicknames, appUserId, edit.nickname.trim())
      return `The developer changed the nickname of seat ${edit.seat} to ${edit.nickname.trim()}.`
    }
    case 'set-ai-consent': {
      const { appUserId } = await world.seat(edit.seat)
      await setConsent(world.aiConsents, appUserId, edit.capability, edit.allowed)
      return `The developer ${edit.allowed ? 'allowed' : 'took back'} ${edit.capability} for seat ${edit.seat}.`
    }
    case 'set-record': {
      const { edit: _edit, ...record } = edit
      const { outcome } = await writeRecord(shared, record, clock.now())
      if (outcome === 'not-saved')
        throw new EditRefusedError('The shared store is full, and this record itself would go first (4.6).')
      if (outcome === 'store-full')
        throw new EditRefusedError('The shared store is full, and nothing in it may be replaced (4.6).')
      return `The developer wrote the record ${edit.key} of ${edit.player}.`
    }
    case 'remove-record': {
      if (shared.value.get(edit.player, edit.key) === null)
        throw new EditRefusedError(`${edit.player} has no record under ${edit.key}.`)
      await removeRecord(shared, edit.player, edit.key)
      return `The developer removed the record ${edit.key} of ${edit.player}.`
    }
    case 'give':
      return await giveSale(edit, world)
    case 'refund':
    case 'complete-payout':
    case 'consume':
    case 'unconsume':
    case 'confirm':
    case 'age':
    case 'forget-sale':
      return await editSale(edit, world)
  }
}
