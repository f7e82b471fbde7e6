import { beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../../src/check/problem.js'
import { deleteApp } from '../../../src/service/miniapps/change-app.js'
import { ageOn } from '../../../src/service/miniapps/members.js'
import type { MiniApp } from '../../../src/service/miniapps/records.js'
import { categoryOf, chooseCategory } from '../../../src/service/miniapps/registration.js'
import { type MiniAppsRig, miniAppsRig } from '../../support/rigs/mini-apps-rig.js'

let rig: MiniAppsRig
beforeEach(async () => {
  rig = await miniAppsRig()
})

const BROKEN: Problem = {
  rule: 'entry/missing',
  level: 'error',
  impact: null,
  file: 'index.html',
  line: null,
  column: null,
  pointer: null,
  message: 'The entry file is missing.',
  fix: 'Add it.',
  spec: '2.2',
}

describe('registering an app (2.1)', () => {
  it('gives an App ID and an address of its own', async () => {
    const first = await rig.register('Äpfel & Birnen!')
    const second = await rig.register('Äpfel & Birnen!')
    const third = await rig.register('消消乐')
    for (const { id } of [first, second, third]) expect(id).toMatch(/^ma_[a-z2-7]{10}$/)
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    expect([first.slug, second.slug, third.slug]).toEqual(['apfel-birnen', 'apfel-birnen-2', 'app'])
  })

  it('refuses a name, a category and an owner that are none, naming the field', async () => {
    await expect(rig.register('x')).rejects.toThrow('name: must be 2 to 30 characters on one line.')
    await expect(rig.register('two\nlines')).rejects.toThrow('name: must be')
    await expect(rig.register('Hello', 'member_nobody')).rejects.toThrow('owner: no member')
  })

  it('needs a date of birth', async () => {
    await expect(rig.register('Hello', 'member_eve')).rejects.toThrow('Eve needs a date of birth')
  })

  it.each([
    ['member_you', 5],
    ['member_studio', 20],
  ])('lets %s have %d apps, counted once a version is uploaded, until deleted', async (owner, most) => {
    const spare = await rig.register('Spare', owner)
    const apps: MiniApp[] = []
    for (let index = 0; index < most; index++) {
      const app = await rig.register('Hello', owner)
      apps.push(app)
      await rig.upload(app.id)
    }
    await expect(rig.register('Hello', owner)).rejects.toThrow(`has ${most} apps`)
    await expect(rig.upload(spare.id)).rejects.toThrow(`has ${most} apps`)
    await rig.upload(apps[0]?.id ?? '', { version: '2.0.0' })
    await rig.miniApps.run((context) => deleteApp(context, apps[0]?.id ?? ''))
    await rig.upload(spare.id)
  })

  it('lists it under the chosen category, else the manifest’s, else the registered one (2.2)', async () => {
    const { id } = await rig.register()
    const category = () => categoryOf({ draft: rig.miniApps.records }, id)
    expect(category()).toBe('games')
    await rig.upload(id, { category: 'tools' })
    expect(category()).toBe('tools')
    await rig.miniApps.run((context) => chooseCategory(context, id, 'education'))
    expect(category()).toBe('education')
  })
})

describe('uploads', () => {
  it('are refused for another App ID, a version that is not higher, and both together', async () => {
    const { id } = await rig.register()
    await rig.upload(id, { version: '1.0.0' })
    expect(await rig.upload(id, { version: '1.0.0', app_id: 'ma_zzzzzzzzzz' })).toMatchObject({
      accepted: false,
      result: {
        ok: false,
        review: 'refused',
        problems: [
          { rule: 'upload/app-id', file: 'manifest.json', pointer: '/app_id' },
          { rule: 'manifest/not-higher', file: 'manifest.json', pointer: '/version' },
        ],
      },
    })
    expect(rig.states(id)).toEqual({ '1.0.0': 'waiting' })
  })

  it('are at most 10 a day of an app', async () => {
    const { id } = await rig.register()
    // Refused uploads are not stored (3.1): they do not count.
    for (let time = 0; time < 12; time++)
      expect(await rig.upload(id, { version: '9.0.0' }, [BROKEN])).toMatchObject({ accepted: false })
    for (let minor = 0; minor < 10; minor++) {
      await rig.upload(id, { version: `1.${minor}.0` })
      rig.clock.advance(60_000)
    }
    await expect(rig.upload(id, { version: '2.0.0' })).rejects.toThrow('10 uploads within 24 hours')
    rig.clock.advance(24 * 3_600_000 - 10 * 60_000)
    await rig.upload(id, { version: '2.0.0' })
    await expect(rig.upload(id, { version: '3.0.0' })).rejects.toThrow('10 uploads within 24 hours')
  })

  it('of an account under 18 are free and sell nothing (2.1)', async () => {
    const { id } = await rig.register('Hello', 'member_ben')
    const priced = {
      access: { type: 'one_time', price: '1', statement: 'You receive the whole game.' },
      products: [
        { id: 'gem', title: 'Gem', statement: 'You receive one gem.', price: '1', kind: 'consumable' },
      ],
    }
    const refused = await rig.upload(id, priced)
    expect(refused.accepted ? [] : refused.result.problems.map(({ rule }) => rule)).toEqual([
      'upload/paid-access-under-18',
      'upload/products-under-18',
    ])
    expect(await rig.upload(id)).toMatchObject({ accepted: true, review: 'automatic' })
  })
})

describe('ages', () => {
  it('change on the birthday', () => {
    expect(ageOn('2008-06-15', Date.UTC(2026, 5, 14))).toBe(17)
    expect(ageOn('2008-06-15', Date.UTC(2026, 5, 15))).toBe(18)
    expect(ageOn('2008-02-29', Date.UTC(2026, 1, 28))).toBe(17)
    expect(ageOn('2008-02-29', Date.UTC(2026, 2, 1))).toBe(18)
  })
})
