import * as z from 'zod'
import { keySchema, personSchema } from '../control/data-schemas.js'
import { EditRefusedError, type Edits } from '../control/edit.js'
import type { Domain } from '../domain.js'
import { SHARED_STORE } from './calls.js'
import { RECORDS_DATA, recordValueSchema } from './data.js'
import { removeRecord, writeRecord } from './document.js'

/** The developer's edits of the shared store. */
const RECORD_EDITS = {
  'set-record': {
    schema: z.strictObject({
      edit: z.literal('set-record'),
      player: personSchema,
      key: keySchema,
      value: recordValueSchema,
      rank: z.number().nullable().default(null),
      replaceable: z.boolean().default(false),
    }),
    apply: async (edit, { services, clock }) => {
      const { edit: _edit, ...record } = edit
      const { outcome } = await writeRecord(services.records, record, clock.now())
      if (outcome === 'not-saved')
        throw new EditRefusedError(
          'The shared store is full, and this record itself would be evicted first (4.6).',
        )
      if (outcome === 'store-full')
        throw new EditRefusedError('The shared store is full, and nothing in it may be replaced (4.6).')
      return `The record ${edit.key} of ${edit.player} was set by hand.`
    },
  },
  'remove-record': {
    schema: z.strictObject({ edit: z.literal('remove-record'), player: z.string(), key: keySchema }),
    apply: async (edit, { services }) => {
      const { records } = services
      if (records.value.get(edit.player, edit.key) === null)
        throw new EditRefusedError(`${edit.player} has no record under ${edit.key}.`)
      await removeRecord(records, edit.player, edit.key)
      return `The record ${edit.key} of ${edit.player} was removed by hand.`
    },
  },
} as const satisfies Edits<'set-record' | 'remove-record'>

/** Records that everyone in the app can read (4.6, 8.3). */
export const RECORDS_DOMAIN = {
  calls: SHARED_STORE,
  data: RECORDS_DATA,
  edits: RECORD_EDITS,
} as const satisfies Domain
