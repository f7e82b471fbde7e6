import * as z from 'zod'
import { STORAGE_MAX_KEYS } from '../../platform/limits.js'
import { keySchema, seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import { EditRefusedError } from '../control/edit-refused.js'
import { storageValueSchema } from './data.js'
import { clearValues, removeValue, setValue } from './document.js'

/** The developer's edits of stored values. */
export const STORAGE_EDITS = {
  'set-value': {
    schema: z.strictObject({
      edit: z.literal('set-value'),
      seat: seatSchema,
      key: keySchema,
      value: storageValueSchema,
    }),
    apply: async (edit, world) => {
      const { storage } = await world.seat(edit.seat)
      if (!storage.value.has(edit.key) && storage.value.size >= STORAGE_MAX_KEYS)
        throw new EditRefusedError(`There are ${STORAGE_MAX_KEYS} keys already (8.2).`)
      await storage.change((values) => setValue(values, edit.key, edit.value))
      return `The developer set the stored value of ${edit.key} in seat ${edit.seat}.`
    },
  },
  'remove-value': {
    schema: z.strictObject({ edit: z.literal('remove-value'), seat: seatSchema, key: keySchema }),
    apply: async (edit, world) => {
      const { storage } = await world.seat(edit.seat)
      if (!storage.value.has(edit.key)) throw new EditRefusedError(`Nothing is stored under ${edit.key}.`)
      await storage.change((values) => removeValue(values, edit.key))
      return `The developer removed the stored value of ${edit.key} in seat ${edit.seat}.`
    },
  },
  'clear-storage': {
    schema: z.strictObject({ edit: z.literal('clear-storage'), seat: seatSchema }),
    apply: async (edit, world) => {
      const { storage } = await world.seat(edit.seat)
      await storage.change(clearValues)
      return `The developer removed all stored values of seat ${edit.seat}.`
    },
  },
} as const satisfies Edits<'set-value' | 'remove-value' | 'clear-storage'>
