import { expect, it } from 'vitest'
import * as z from 'zod'
import { SwitchBoard } from '../../../src/host/control/switch-board.js'
import { DEFAULT_SWITCHES } from '../../../src/host/control/switches.js'
import { withLaterFields } from '../../../src/host/saving/store.js'
import { DataFolder } from '../../../src/simulator/server/data/data-folder.js'
import { saveInSimulator } from '../../saved-data.js'
import { APP, hostRig } from '../../support/rigs/host-rig.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

it('fields of a later version stay at every depth, and what a schema made of others stays too', () => {
  const schema = z.object({
    id: z.string(),
    added: z.number().default(7),
    items: z.array(z.object({ n: z.number() })),
    by: z.record(z.string(), z.string()),
  })
  const saved = JSON.parse(
    '{"id":"a","items":[{"n":1,"x":2},{"n":3}],"by":{"__proto__":"p"},"__proto__":1,"later":{"y":[4]}}',
  )
  const read = withLaterFields(schema.parse(saved), saved)
  expect(JSON.parse(JSON.stringify(read))).toEqual({ ...saved, added: 7 })
})

/** A copy in which every object but a list of values has a field more. */
const withMore = (saved: unknown, isValues = false): unknown => {
  if (Array.isArray(saved)) return saved.map((one) => withMore(one))
  if (typeof saved !== 'object' || saved === null) return saved
  const entries = Object.entries(saved).map(([name, value]) => [name, withMore(value, VALUES.has(name))])
  return Object.fromEntries(isValues ? entries : [...entries, ['later', { since: 'then' }]])
}

/** Whose keys are data, or which have no room for more. */
const VALUES = new Set(['values', 'balances', 'nicknames', 'consents', 'guardian', 'ai', 'network', 'seats'])

it('every file of the simulator is written back with the fields of a later version', async () => {
  const path = await temporaryFolder()
  await saveInSimulator(path)
  const documents = ['ledger', 'shared-store', 'nicknames', 'identity', 'seat-1/storage'] as const
  const read = async (store: ReturnType<DataFolder['store']>, name: string) =>
    await store.load(name, (saved) => saved as object)
  const folder = await DataFolder.open(path, expect.unreachable)
  const store = folder.store(APP.id)
  const before = new Map<string, object>()
  for (const name of documents) {
    const later = withMore(await read(store, name)) as object
    before.set(name, later)
    await store.save(name, () => later)
  }
  const seats = (await read(folder.store(), 'switches')) as { seats: object[] }
  const later = { schema: 1, seats: seats.seats.map((seat) => withMore(seat) as object), later: 1 }
  await folder.store().save('switches', () => later)

  const switches = await SwitchBoard.open(folder.store())
  expect(Object.keys(switches.of(1)).sort()).toEqual(Object.keys(DEFAULT_SWITCHES).sort())
  await switches.set(null, { locale: 'de' })
  const { host } = await hostRig(store)
  const edits = [
    { edit: 'set-nickname', seat: 2, nickname: 'Again' },
    { edit: 'set-value', seat: 1, key: 'level', value: '9' },
    { edit: 'set-balance', seat: 1, credits: '5' },
  ] as const
  for (const edit of edits) await host.edit(edit)
  await host.settled()
  host.close()
  for (const name of documents) {
    const written = (await read(store, name)) as Record<string, unknown>
    const was = before.get(name) as Record<string, unknown>
    expect([name, written['later']]).toEqual([name, { since: 'then' }])
    for (const list of ['sales', 'records']) expect([name, written[list]]).toEqual([name, was[list]])
  }
  expect(await read(folder.store(), 'switches')).toEqual({
    ...later,
    seats: later.seats.map((seat) => ({ ...seat, locale: 'de' })),
  })
  await folder.close()
})
