import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryStore, NotSavedError } from '../../../src/host/saving/store.js'
import { hostRig, type Page } from '../../support/rigs/host-rig.js'
import { runs } from '../../support/vitest/runs.js'

const MINUTE_MS = 60_000

const get = (page: Page, key: unknown) => page.call('storage.get', { key }, false)
const set = (page: Page, key: unknown, value: unknown) => page.call('storage.set', { key, value }, false)
const remove = (page: Page, key: unknown) => page.call('storage.remove', { key }, false)
const keys = (page: Page) => page.call('storage.keys', {}, false)

describe('storage', () => {
  it('4.1: gives back what was set, null where nothing was, and forgets what was removed', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await get(page, 'best')).toEqual({ result: null })
    expect(await set(page, 'best', '12')).toEqual({ result: { saved: true } })
    expect(await get(page, 'best')).toEqual({ result: '12' })
    expect(await keys(page)).toEqual({ result: { keys: ['best'] } })
    expect(await remove(page, 'best')).toEqual({ result: { removed: true } })
    expect(await remove(page, 'best')).toEqual({ result: { removed: true } })
    expect(await get(page, 'best')).toEqual({ result: null })
    expect(await keys(page)).toEqual({ result: { keys: [] } })
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a.b:c-d_E9', 'k'.repeat(128)])(
    '8.2: %s is a key like any other, and survives a restart',
    async (key) => {
      const first = await hostRig()
      const page = await first.open()
      expect(await get(page, key)).toEqual({ result: null })
      expect(await set(page, key, 'v')).toEqual({ result: { saved: true } })
      const second = await hostRig(first.store)
      const again = await second.open()
      expect(await get(again, key)).toEqual({ result: 'v' })
      expect(await keys(again)).toEqual({ result: { keys: [key] } })
    },
  )

  it.each(['', ' ', 'a b', 'ä', 'a/b', 'k'.repeat(129), 'a\n', '\0'])(
    '7: INVALID_KEY for the key %j, in every call',
    async (key) => {
      const { open } = await hostRig()
      const page = await open()
      expect(await get(page, key)).toEqual({ code: 'INVALID_KEY' })
      expect(await set(page, key, 'v')).toEqual({ code: 'INVALID_KEY' })
      expect(await remove(page, key)).toEqual({ code: 'INVALID_KEY' })
    },
  )

  it.each([undefined, null, 7, true, {}, ['k']])('7: INVALID for the key %j', async (key) => {
    const { open } = await hostRig()
    const page = await open()
    expect(await get(page, key)).toEqual({ code: 'INVALID' })
    expect(await set(page, key, 'v')).toEqual({ code: 'INVALID' })
  })

  it.each([undefined, null, 7, true, {}, ['v']])(
    '7: INVALID for the value %j, a stored value is a text',
    async (value) => {
      const { open } = await hostRig()
      const page = await open()
      expect(await set(page, 'k', value)).toEqual({ code: 'INVALID' })
      expect(await keys(page)).toEqual({ result: { keys: [] } })
    },
  )

  it('8.2: 4,096 characters as string.length counts them, and no more', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await set(page, 'k', 'x'.repeat(4_096))).toEqual({ result: { saved: true } })
    expect(await set(page, 'k', 'x'.repeat(4_097))).toEqual({ code: 'VALUE_TOO_LONG' })
    expect(await set(page, 'k', '😀'.repeat(2_048))).toEqual({ result: { saved: true } })
    expect(await set(page, 'k', '😀'.repeat(2_049))).toEqual({ code: 'VALUE_TOO_LONG' })
    expect(await get(page, 'k')).toEqual({ result: '😀'.repeat(2_048) })
  })

  it('8.2: 1,024 keys; STORAGE_FULL for one more, while those that are there can be written', async () => {
    const { open, clock } = await hostRig()
    const page = await open()
    for (let i = 0; i < 1_024; i++) {
      if (i % 120 === 0) clock.advance(MINUTE_MS)
      expect(await set(page, `k${i}`, '')).toEqual({ result: { saved: true } })
    }
    clock.advance(MINUTE_MS)
    expect(await set(page, 'more', '')).toEqual({ code: 'STORAGE_FULL' })
    expect(await set(page, 'k0', 'new')).toEqual({ result: { saved: true } })
    expect(await remove(page, 'k1')).toEqual({ result: { removed: true } })
    expect(await set(page, 'more', '')).toEqual({ result: { saved: true } })
  })

  it('8.2: 120 writes in any minute, of any values; reads are free', async () => {
    const { open, clock } = await hostRig()
    const page = await open()
    for (let i = 0; i < 60; i++) {
      expect(await set(page, 'k', String(i))).toEqual({ result: { saved: true } })
      expect(await remove(page, 'other')).toEqual({ result: { removed: true } })
      clock.advance(500)
    }
    expect(await set(page, 'k', 'x')).toEqual({ code: 'RATE_LIMITED' })
    expect(await remove(page, 'k')).toEqual({ code: 'RATE_LIMITED' })
    expect(await get(page, 'k')).toEqual({ result: '59' })
    // The window slides: the first two writes are a minute ago only after half a minute more.
    clock.advance(MINUTE_MS / 2 - 1)
    expect(await set(page, 'k', 'x')).toEqual({ code: 'RATE_LIMITED' })
    clock.advance(1)
    expect(await set(page, 'k', 'x')).toEqual({ result: { saved: true } })
    expect(await set(page, 'k', 'x')).toEqual({ result: { saved: true } })
    expect(await set(page, 'k', 'x')).toEqual({ code: 'RATE_LIMITED' })
  })

  it('8.2: the rate is the person’s, so that loading the app again does not lift it', async () => {
    const { open } = await hostRig()
    const page = await open()
    for (let i = 0; i < 120; i++) await set(page, 'k', 'x')
    const again = await open()
    expect(await set(again, 'k', 'x')).toEqual({ code: 'RATE_LIMITED' })
    const other = await open({ seat: 2 })
    expect(await set(other, 'k', 'x')).toEqual({ result: { saved: true } })
  })

  it('8.2: what is refused does not count as a write', async () => {
    const { open } = await hostRig()
    const page = await open()
    for (let i = 0; i < 200; i++) await set(page, 'no key', 'x')
    expect(await set(page, 'k', 'x')).toEqual({ result: { saved: true } })
  })

  it('2.5: each person has their own', async () => {
    const { open } = await hostRig()
    const one = await open({ seat: 1 })
    const two = await open({ seat: 2 })
    await set(one, 'k', 'one')
    expect(await get(two, 'k')).toEqual({ result: null })
    await set(two, 'k', 'two')
    expect(await get(one, 'k')).toEqual({ result: 'one' })
  })

  it('a call sees those before it, though they are not answered yet', async () => {
    const { open } = await hostRig()
    const page = await open()
    const [, read] = await Promise.all([set(page, 'k', 'v'), get(page, 'k')])
    expect(read).toEqual({ result: 'v' })
  })

  it('rejects what could not be saved, and does not keep it', async () => {
    let full = false
    const memory = new MemoryStore()
    const { open, log } = await hostRig({
      load: (name, parse) => memory.load(name, parse),
      save: async (name, snapshot) => {
        await Promise.resolve()
        if (full) throw new NotSavedError('storage.json cannot be written: the disk is full.')
        await memory.save(name, snapshot)
      },
    })
    const page = await open()
    await set(page, 'kept', 'old')
    full = true
    const outcomes = await Promise.all([
      set(page, 'kept', 'new'),
      set(page, 'more', 'x'),
      remove(page, 'kept'),
    ])
    expect(outcomes).toEqual([{ code: 'TIMEOUT' }, { code: 'TIMEOUT' }, { code: 'TIMEOUT' }])
    expect(log.entries().at(-1)?.why).toContain('the disk is full')
    full = false
    expect(await get(page, 'kept')).toEqual({ result: 'old' })
    expect(await keys(page)).toEqual({ result: { keys: ['kept'] } })
    expect(await set(page, 'kept', 'newer')).toEqual({ result: { saved: true } })
  })

  it('behaves as a plain map does, for any operations, restarts included', async () => {
    const key = fc.constantFrom('a', 'b', '__proto__', 'constructor')
    const step = fc.oneof(
      fc.record({ do: fc.constant('set' as const), key, value: fc.string({ maxLength: 20 }) }),
      fc.record({ do: fc.constant('remove' as const), key, value: fc.constant('') }),
      fc.record({ do: fc.constant('restart' as const), key, value: fc.constant('') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const store = new MemoryStore()
        const model = new Map<string, string>()
        let page = await (await hostRig(store)).open()
        for (const { do: what, key: name, value } of steps) {
          if (what === 'set') {
            model.set(name, value)
            await set(page, name, value)
          } else if (what === 'remove') {
            model.delete(name)
            await remove(page, name)
          } else page = await (await hostRig(store)).open()
          const found = (await keys(page)) as { result: { keys: string[] } }
          expect(new Set(found.result.keys)).toEqual(new Set(model.keys()))
          for (const [wanted, text] of model) expect(await get(page, wanted)).toEqual({ result: text })
        }
      }),
      { numRuns: runs(50) },
    )
  })
})
