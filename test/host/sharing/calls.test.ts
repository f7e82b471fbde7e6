import { describe, expect, it } from 'vitest'
import { hostRig, type Page } from '../../support/rigs/host-rig.js'

const HOUR_MS = 3_600_000
const PNG = 'data:image/png;base64,AAAA'

const share = (page: Page, params: object, choice: unknown = null) => {
  page.person.choices.push(choice)
  return page.call('share', params)
}
const SHARED = { result: {} }

describe('share', () => {
  it('4.4: shows the re-drawn picture, the words, the price and the line, and answers {} for any choice', async () => {
    const { open } = await hostRig()
    const page = await open()
    for (const choice of [
      { to: 'story', text: '' },
      { to: 'post', text: 'My own words' },
      { to: 'chat', text: 'Look' },
      null,
    ])
      expect(await share(page, { image: PNG, text: 'Beat this!' }, choice)).toEqual(SHARED)
    expect(page.person.sheets).toHaveLength(4)
    expect(page.person.sheets[0]).toEqual({
      kind: 'share',
      offer: {
        app: 'Hello',
        picture: { type: 'image/png', width: 64, height: 64, base64: 'AAAA' },
        text: 'Beat this!',
        postPrice: '1',
        line: 'Play Hello: https://service.example/apps/hello',
      },
    })
  })

  it('4.4: a story needs a picture, and the person’s own text has at most 380 characters', async () => {
    const { open } = await hostRig()
    const page = await open()
    page.person.choices.push({ to: 'story', text: '' }, { to: 'post', text: 'x'.repeat(381) })
    expect(await share(page, { text: 'Words' }, { to: 'post', text: 'x'.repeat(380) })).toEqual(SHARED)
    expect(page.person.faults).toEqual([
      'A story needs a picture.',
      'The text can have at most 380 characters.',
    ])
  })

  it.each([{}, { image: '', text: '' }, { image: null, text: null }, { text: 7 }, { image: {} }])(
    '7: INVALID for %j: a picture or a text there must be',
    async (params) => {
      const { open } = await hostRig()
      const page = await open()
      expect(await page.call('share', params)).toEqual({ code: 'INVALID' })
      expect(page.person.sheets).toEqual([])
    },
  )

  it.each([
    'x'.repeat(381),
    'see https://example.com',
    'see example.com',
    'hi @ana',
    'so #good',
    'a\u0007b',
    'two\nlines',
  ])('7: INVALID_TEXT for %j', async (text) => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('share', { image: PNG, text })).toEqual({ code: 'INVALID_TEXT' })
    expect(page.person.sheets).toEqual([])
  })

  it.each([
    'data:image/gif;base64,AAAA',
    'data:image/png,AAAA',
    'data:image/png;base64,AAA',
    'data:image/png;base64,A=AA',
    'data:image/png;base64,BAD=',
    'https://example.com/a.png',
    'picture',
  ])('7: INVALID_IMAGE for %j', async (image) => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('share', { image })).toEqual({ code: 'INVALID_IMAGE' })
  })

  it('7: IMAGE_TOO_LARGE over 6 MB of picture, before it is decoded', async () => {
    const { open } = await hostRig()
    const page = await open()
    const image = (bytes: number) => `data:image/png;base64,${'A'.repeat((bytes / 3) * 4)}`
    expect(await share(page, { image: image(6_291_456) })).toEqual(SHARED)
    expect(await page.call('share', { image: image(6_291_459) })).toEqual({ code: 'IMAGE_TOO_LARGE' })
  })

  it('4.4: resolves {} with no sheet where sharing is unavailable or the person cannot, and tells the developer alone', async () => {
    const { open, set, log } = await hostRig()
    const page = await open()
    for (const change of [
      { share: 'unavailable' },
      { share: 'ok', person: 'signed-out' },
      { person: 'no-birth-date' },
    ] as const) {
      await set(change)
      expect(await page.call('share', { text: 'Words' })).toEqual(SHARED)
      expect(log.entries().at(-1)?.why).toBeTruthy()
    }
    expect(page.person.sheets).toEqual([])
  })

  it('8.2: 20 sheets an hour; later calls show a notice and resolve {}', async () => {
    const { open, clock, log } = await hostRig()
    const page = await open()
    for (let i = 0; i < 20; i++) await share(page, { text: 'Words' })
    expect(page.notices).toEqual([])
    expect(await page.call('share', { text: 'Words' })).toEqual(SHARED)
    expect(page.person.sheets).toHaveLength(20)
    expect(log.entries().findLast(({ kind }) => kind === 'call')).toMatchObject({ by: 'limit' })
    expect(page.notices).toEqual(['You have shared a lot in the last hour. Try again later.'])
    clock.advance(HOUR_MS)
    await share(page, { text: 'Words' })
    expect(page.person.sheets).toHaveLength(21)
  })

  it('8.2: counts the sheets that were opened, not the calls that opened none', async () => {
    const { open, set } = await hostRig()
    const page = await open()
    await set({ share: 'unavailable' })
    for (let i = 0; i < 20; i++) expect(await page.call('share', { text: 'Words' })).toEqual(SHARED)
    await set({ share: 'ok' })
    const first = page.call('share', { text: 'Words' })
    await page.call('storage.keys')
    for (let i = 0; i < 20; i++) expect(await page.call('share', { text: 'Words' })).toEqual({ code: 'BUSY' })
    page.person.choose(null)
    expect(await first).toEqual(SHARED)
    for (let i = 0; i < 19; i++) await share(page, { text: 'Words' })
    expect(page.notices).toEqual([])
    expect(await page.call('share', { text: 'Words' })).toEqual(SHARED)
    expect(page.person.sheets).toHaveLength(20)
    expect(page.notices).toHaveLength(1)
  })

  it('7: NEEDS_TAP without one, BUSY while a sheet is open', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('share', { text: 'Words' }, false)).toEqual({ code: 'NEEDS_TAP' })
    const first = page.call('share', { text: 'Words' })
    await page.call('storage.keys')
    expect(await page.call('share', { text: 'Words' })).toEqual({ code: 'BUSY' })
    page.person.choose(null)
    expect(await first).toEqual(SHARED)
  })

  it('7: of two calls made in one tap the first opens its sheet, however long its picture takes', async () => {
    const { open } = await hostRig()
    const page = await open()
    const first = page.call('share', { image: PNG })
    const second = page.call('share', { text: 'Words' })
    expect(await Promise.race([first, second])).toEqual({ code: 'BUSY' })
    page.person.choose(null)
    expect(await first).toEqual(SHARED)
    expect(page.person.sheets).toMatchObject([{ offer: { text: '' } }])
  })

  it('7: a picture that cannot be read leaves the sheet to the next call of the same tap', async () => {
    const { open } = await hostRig()
    const page = await open()
    page.person.choices.push(null)
    const first = page.call('share', { image: 'data:image/png;base64,BAD=' })
    const second = page.call('share', { image: PNG })
    expect(await first).toEqual({ code: 'INVALID_IMAGE' })
    expect(await second).toEqual(SHARED)
  })

  it('4.4: a person who removed the text needs a picture to share', async () => {
    const { open } = await hostRig()
    const page = await open()
    page.person.choices.push({ to: 'chat', text: ' ' })
    expect(await share(page, { text: 'Words' })).toEqual(SHARED)
    expect(page.person.faults).toEqual(['There is nothing to share yet. Write something.'])
    page.person.choices.push({ to: 'chat', text: '' })
    expect(await page.call('share', { image: PNG, text: 'Words' })).toEqual(SHARED)
    expect(page.person.faults).toHaveLength(1)
  })
})
