import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../support/vitest/runs.js'

/** The shop of the arcade template, as far as its game and a test see it. */
interface Shop {
  readonly chancesLeft: number
  readonly hasComet: boolean
  deliver(): Promise<void>
  buy(product: string): Promise<{ readonly status: string }>
  spend(): boolean
}

const read = (file: string) =>
  readFileSync(new URL(`../../templates/arcade/${file}`, import.meta.url), 'utf8')

/** The template's plain script, as a function of the host it talks to. */
const newShop = runInThisContext(
  `(function (Service) { ${read('page.js')}; ${read('shop.js')}; return new Shop(() => {}) })`,
) as (service: object) => Shop

interface Purchase {
  readonly id: string
  readonly product: string
  consumed_at?: string
}

/** What the host keeps of a person; it outlives every crash of the app. */
class Kept {
  readonly purchases: Purchase[] = []
  readonly storage = new Map<string, string>()
  readonly consumed: string[] = []

  /**
   * The host as one run of the app sees it.
   * @param fails whether the next call is refused, before it has done anything or after
   */
  service(fails: () => 'no' | 'before' | 'after'): object {
    const answer = async <Result>(act: () => Result): Promise<Result> => {
      const failure = fails()
      if (failure === 'before') throw Object.assign(new Error('refused'), { code: 'TIMEOUT' })
      const result = act()
      if (failure === 'after') throw Object.assign(new Error('lost'), { code: 'TIMEOUT' })
      return result
    }
    return {
      storage: {
        get: (key: string) => answer(() => this.storage.get(key) ?? null),
        set: (key: string, value: string) => answer(() => this.storage.set(key, value)),
      },
      getPurchases: () => answer(() => ({ purchases: this.purchases.map((purchase) => ({ ...purchase })) })),
      pay: ({ product }: { product: string }) =>
        answer(() => {
          const purchase = { id: `p${this.purchases.length}`, product }
          this.purchases.push(purchase)
          return { status: 'paid', purchase: { ...purchase } }
        }),
      consume: (id: string) =>
        answer(() => {
          const purchase = this.purchases.find((candidate) => candidate.id === id)
          if (purchase === undefined || purchase.consumed_at !== undefined)
            throw Object.assign(new Error('done'), { code: 'NOT_CONSUMABLE' })
          purchase.consumed_at = 'now'
          this.consumed.push(id)
          return { consumed: true }
        }),
    }
  }
}

const well = () => 'no' as const
const ignoreFailure = () => undefined

describe('the shop of the arcade template', () => {
  it('4.3: every pack comes once, for any failed calls and any restarts of the app', async () => {
    const failure = fc.constantFrom('no', 'no', 'before', 'after')
    const run = fc.record({
      buys: fc.nat(2),
      spends: fc.nat(2),
      failures: fc.array(failure, { maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 4 }), async (runs) => {
        const kept = new Kept()
        let spent = 0
        for (const { buys, spends, failures } of runs) {
          const left = [...failures]
          const shop = newShop(kept.service(() => left.shift() ?? 'no'))
          await shop.deliver().catch(ignoreFailure)
          for (let index = 0; index < buys; index++) await shop.buy('second_chances').catch(ignoreFailure)
          for (let index = 0; index < spends; index++) if (shop.spend()) spent++
          // Back in view, the app delivers again; by then, what was spent is written too.
          left.length = 0
          await shop.deliver()
        }
        const packs = kept.purchases.length
        const last = newShop(kept.service(well))
        await last.deliver()
        expect(last.chancesLeft).toBe(3 * packs - spent)
        expect(kept.consumed).toHaveLength(packs)
        expect(new Set(kept.consumed).size).toBe(packs)
        expect(JSON.parse(kept.storage.get('chances') ?? '{"credited":[]}')).toMatchObject({ credited: [] })
      }),
      { numRuns: runs(100) },
    )
  })

  it('4.3: nothing is consumed before the credit is saved', async () => {
    const kept = new Kept()
    const calls: string[] = []
    const service = kept.service(well) as {
      storage: { set(key: string, value: string): Promise<unknown> }
      consume(id: string): Promise<unknown>
    }
    const { set } = service.storage
    const { consume } = service
    service.storage.set = (key, value) => {
      calls.push(`set ${value}`)
      return set(key, value)
    }
    service.consume = (id) => {
      calls.push(`consume ${id}`)
      return consume(id)
    }
    const shop = newShop(service)
    expect(await shop.buy('second_chances')).toMatchObject({ status: 'paid' })
    expect(shop.chancesLeft).toBe(3)
    expect(calls).toEqual(['set {"bought":3,"spent":0,"credited":["p0"]}', 'consume p0'])
  })

  it('3.2: a permanent that was refunded is gone at the next delivery', async () => {
    const kept = new Kept()
    const shop = newShop(kept.service(well))
    await shop.buy('comet')
    expect(shop.hasComet).toBe(true)
    await shop.deliver()
    expect(shop.hasComet).toBe(true)
    kept.purchases.length = 0
    await shop.deliver()
    expect(shop.hasComet).toBe(false)
    expect(kept.storage.size).toBe(0)
  })

  it('cannot spend what is not there', () => {
    expect(newShop(new Kept().service(well)).spend()).toBe(false)
  })

  it('4.3: the page shows the prices of the manifest', () => {
    const { products } = JSON.parse(read('manifest.json')) as { products: { id: string; price: string }[] }
    const shown = [...read('index.html').matchAll(/<button id="buy-(\w+)"[^>]*>([\d.]+) credits</g)]
    expect(shown.map(([, id, price]) => [id, price])).toEqual([
      ['comet', products.find(({ id }) => id === 'comet')?.price],
      ['chances', products.find(({ id }) => id === 'second_chances')?.price],
    ])
  })
})
