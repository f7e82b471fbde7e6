import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SaleRecord } from '../../../src/service/miniapps/records.js'
import { put, removal, ServiceStore } from '../../../src/service/records/store.js'
import { appZip, control } from '../../support/rigs/service-control.js'
import { startTestService, type TestService } from '../../support/rigs/test-service.js'

const sale = (id: string, appId: string, buyer: string): SaleRecord => ({
  id,
  appId,
  buyer,
  item: { type: 'product', id: 'gems', kind: 'consumable' },
  thousandths: 1_000,
  title: 'Gems',
  purchasedAt: 0,
  confirmsAt: null,
  consumedAt: 1,
  state: 'paid-out',
  returnReason: null,
  returnedAt: null,
})
const setSale = (one: SaleRecord) => put('sale', one.id, one)

describe('the records of a group', () => {
  const ids = (store: ServiceStore, field: 'appId' | 'buyer', value: string): readonly string[] =>
    Array.from(store.where('sale', field, value), ({ id }) => id)

  it('are those with the value, the oldest first, through changes, removals and returns', async () => {
    const store = ServiceStore.inMemory()
    await store.commit([
      setSale(sale('1', 'a', 'x')),
      setSale(sale('2', 'b', 'x')),
      setSale(sale('3', 'a', 'y')),
    ])
    expect([ids(store, 'appId', 'a'), ids(store, 'buyer', 'x')]).toEqual([
      ['1', '3'],
      ['1', '2'],
    ])
    await store.commit([setSale({ ...sale('1', 'a', 'x'), state: 'held' }), removal('sale', '2')])
    expect([ids(store, 'appId', 'a'), ids(store, 'appId', 'b'), ids(store, 'buyer', 'x')]).toEqual([
      ['1', '3'],
      [],
      ['1'],
    ])
    expect([...store.where('sale', 'buyer', 'x')]).toMatchObject([{ state: 'held' }])
    await store.commit([setSale(sale('1', 'b', 'x'))])
    expect([ids(store, 'appId', 'a'), ids(store, 'appId', 'b')]).toEqual([['3'], ['1']])
  })
})

describe('a service with many sales', () => {
  let service: TestService
  let read: Set<string>
  const APP = 'ma_aaaaaaaaaa'

  /** Notes every sale that is handed out. */
  const watched = (store: ServiceStore): ServiceStore =>
    new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (name !== 'all' && name !== 'where' && name !== 'entries') return member.bind(target)
        return function* (...given: readonly unknown[]) {
          for (const one of member.apply(target, given)) {
            const [, record] = [one].flat().length === 2 ? one : [null, one]
            if (given[0] === 'sale') read.add(record.id)
            yield one
          }
        }
      },
    })

  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await control(service, method, path, body)
    expect([path, answer.status, answer.body.error]).toEqual([path, expect.any(Number), undefined])
    return answer.body
  }

  beforeEach(async () => {
    read = new Set()
    service = await startTestService(watched(ServiceStore.inMemory()))
    await ask('POST', 'apps', { owner: 'member_you', name: 'Own', category: 'games', id: APP })
    const products = [
      {
        id: 'gems',
        title: 'Gems',
        statement: 'You receive ten gems.',
        price: '1',
        kind: 'consumable',
      },
    ]
    await ask('POST', `apps/${APP}/versions`, await appZip({ app_id: APP, products }))
    await ask('POST', `apps/${APP}/versions/1.0.0`, { action: 'approve' })
    const others = await ask('POST', 'apps', { owner: 'member_studio', name: 'Others', category: 'games' })
    await service.world.store.commit(
      Array.from({ length: 500 }, (_, at) => setSale(sale(`other-${at}`, others.app_id, 'member_ben'))),
    )
    await ask('POST', `apps/${APP}/purchases`, { member: 'member_ada', item: 'gems' })
  })
  afterEach(() => service.stop())

  it.each([
    ['a purchase', 'POST', `apps/${APP}/purchases`, { member: 'member_ada', item: 'gems' }],
    ['a change of a member', 'PATCH', 'members/member_ada', { balance: '5' }],
    ['a change of an app', 'PATCH', `apps/${APP}`, { category: 'tools' }],
    ['a block', 'PATCH', `apps/${APP}`, { status: 'blocked', reason: 'Reports' }],
    ['a deletion', 'PATCH', `apps/${APP}`, { status: 'deleted' }],
    ['a member', 'GET', 'members/member_ada', undefined],
    ['their purchases', 'GET', 'members/member_ada/purchases', undefined],
    ['their history', 'GET', 'members/member_ada/history', undefined],
    ['an app', 'GET', `apps/${APP}`, undefined],
    ['its sales', 'GET', `apps/${APP}/sales`, undefined],
    ['an hour', 'POST', 'clock', { advance: '1h' }],
    ['a refund after 24 hours', 'POST', 'clock', { advance: '25h' }],
  ])('reads no sale of others for %s', async (_what, method, path, body) => {
    // What time does next is known from here on.
    await ask('GET', 'clock')
    read.clear()
    await ask(method, path, body)
    expect([...read].filter((id) => id.startsWith('other-'))).toEqual([])
  })

  it('puts only the shown entries of a history into words', async () => {
    await service.world.store.commit([
      ...Array.from({ length: 300 }, (_, at) =>
        setSale({ ...sale(`own-${at}`, APP, 'member_eve'), purchasedAt: at, returnedAt: 1_000 + at }),
      ),
    ])
    const named = vi.spyOn(service.world.store, 'get')
    const { history, next } = await ask('GET', 'members/member_eve/history?limit=5')
    expect(history.map(({ text }: { text: string }) => text)).toEqual(Array(5).fill('Returned: Own: Gems'))
    expect(next).toBe('own-295/returned')
    expect(named.mock.calls.filter(([table]) => table === 'miniApp').length).toBeLessThan(10)
  })

  it('reads no sale of others for the page of a member, nor for an upload', async () => {
    await ask('GET', 'clock')
    read.clear()
    await fetch(`${service.baseUrl}/members/member_ada`)
    await fetch(`${service.baseUrl}/developer?as=member_you`)
    await ask('POST', `apps/${APP}/versions`, await appZip({ app_id: APP, version: '1.0.1' }))
    expect([...read].filter((id) => id.startsWith('other-'))).toEqual([])
  })
})
