import { describe, expect, it } from 'vitest'
import { hostRig, type Page } from '../../support/rigs/host-rig.js'

const ask = (page: Page, choices: readonly unknown[] = []) => {
  page.person.choices.push(...choices)
  return page.call('getNickname', { ask: true })
}
const suggestionsOf = (page: Page): readonly string[] => {
  const offer = page.person.sheets.at(-1)?.offer as { suggestions: readonly string[] } | undefined
  return offer?.suggestions ?? []
}

describe('getNickname', () => {
  it('4.6: is null until the person chose one, and asks only when told to', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('getNickname', {}, false)).toEqual({ result: { nickname: null } })
    expect(await page.call('getNickname', { ask: true }, false)).toEqual({ code: 'NEEDS_TAP' })
    expect(page.person.sheets).toEqual([])
    expect(await ask(page, [{ nickname: '  Ana 🦊 ' }])).toEqual({ result: { nickname: 'Ana 🦊' } })
    expect(page.person.sheets).toHaveLength(1)
    expect(await page.call('getNickname', {}, false)).toEqual({ result: { nickname: 'Ana 🦊' } })
    expect(await ask(page)).toEqual({ result: { nickname: 'Ana 🦊' } })
    expect(page.person.sheets).toHaveLength(1)
  })

  it('4.6: null where the sheet is closed', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await ask(page, [null])).toEqual({ result: { nickname: null } })
    expect(page.person.sheets[0]).toEqual({
      kind: 'nickname',
      offer: { app: 'Hello', current: null, suggestions: expect.any(Array), typing: true },
    })
    expect(new Set(suggestionsOf(page)).size).toBe(6)
  })

  it('4.6: says why it does not take a name, and leaves the sheet open', async () => {
    const { open } = await hostRig()
    const page = await open()
    const refused = ['A', 'x'.repeat(21), 'see example.com', '@ana', '#ana', 'ana12345', 'Moderator']
    expect(await ask(page, [...refused.map((nickname) => ({ nickname })), { nickname: 'Ana' }])).toEqual({
      result: { nickname: 'Ana' },
    })
    expect(page.person.faults).toHaveLength(refused.length)
    expect(page.person.sheets).toHaveLength(1)
  })

  it('4.6: children only pick from the suggestions', async () => {
    const { open, set } = await hostRig()
    await set({ person: '13-15' })
    const page = await open()
    const answer = ask(page, [{ nickname: 'Ana' }])
    await page.call('storage.keys')
    expect(page.person.faults).toEqual(['Pick one of the suggestions.'])
    const [first] = suggestionsOf(page)
    page.person.choose({ nickname: first })
    expect(await answer).toEqual({ result: { nickname: first } })
  })

  it('4.6, 6: changing it from the host menu sends the event, and closing the sheet does not', async () => {
    const { open } = await hostRig()
    const page = await open()
    await ask(page, [{ nickname: 'Ana' }])
    page.person.choices.push(null)
    await page.session.changeNickname()
    expect(page.events()).toEqual([])
    page.person.choices.push({ nickname: 'Bea' })
    await page.session.changeNickname()
    expect(page.person.sheets.at(-1)?.offer).toMatchObject({ current: 'Ana' })
    expect(page.events()).toEqual([{ service: 1, event: 'nickname', data: { nickname: 'Bea' } }])
    expect(await page.call('getNickname')).toEqual({ result: { nickname: 'Bea' } })
  })

  it('2.7: stands beside the person’s records, for everyone, after a restart too', async () => {
    const first = await hostRig()
    const page = await first.open()
    await ask(page, [{ nickname: 'Ana' }])
    await page.call('db.set', { key: 'k', value: 'v' })
    const second = await hostRig(first.store)
    const other = await second.open({ seat: 2 })
    expect(await other.call('db.list', { key: 'k' })).toMatchObject({
      result: { records: [{ player: { nickname: 'Ana' } }] },
    })
    expect(await other.call('getNickname')).toEqual({ result: { nickname: null } })
  })

  it('7: BUSY while a sheet is open, INVALID for what is not a boolean', async () => {
    const { open } = await hostRig()
    const page = await open()
    const first = page.call('getNickname', { ask: true })
    await page.call('storage.keys')
    expect(await page.call('getNickname', { ask: true })).toEqual({ code: 'BUSY' })
    expect(await page.call('getNickname')).toEqual({ result: { nickname: null } })
    page.person.choose(null)
    expect(await first).toEqual({ result: { nickname: null } })
    expect(await page.call('getNickname', { ask: 'yes' })).toEqual({ code: 'INVALID' })
  })
})
