import { expect, it, onTestFinished } from 'vitest'
import { put } from '../../src/service/records/store.js'
import { ServiceClient } from '../../src/testing/service-client.js'
import { startTestService } from '../support/rigs/test-service.js'

it('account() has everything that a member bought, in as many pages as it takes', async () => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  const { store, now } = service.world
  const ids = Array.from({ length: 250 }, (_, index) => `sale_${index}`)
  const sale = {
    ...{ appId: 'ma_abcdefghij', buyer: 'member_ada', title: 'Gem', thousandths: 1 },
    item: { type: 'product', id: 'gem', kind: 'permanent' },
    state: 'held',
    ...{ confirmsAt: null, consumedAt: null, returnReason: null, returnedAt: null },
  } as const
  await store.commit(
    ids.map((id, index) => put('sale', id, { ...sale, id, purchasedAt: now() - 250 + index })),
  )
  const client = new ServiceClient({ control: `${service.baseUrl}/control/`, token: 'control-token' })
  const { purchases, history, notices } = await client.account('member_ada')
  expect(purchases.map(({ id }) => id)).toEqual(ids.reverse())
  expect([history.length, notices.length]).toEqual([250, 0])
})
