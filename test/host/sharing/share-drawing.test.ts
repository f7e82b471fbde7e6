import { describe, expect, it } from 'vitest'
import { MemoryStore } from '../../../src/host/saving/store.js'
import { readPictureHeader } from '../../../src/host/sharing/picture-header.js'
import type { SharePicture } from '../../../src/host/sharing/pictures.js'
import { hostRig, type Page } from '../../support/rigs/host-rig.js'

const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString('base64')
const big = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, index) => (value >>> (8 * (size - 1 - index))) & 0xff)

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const png = (width: number, height: number): string =>
  base64(
    ...PNG_SIGNATURE,
    ...big(13, 4),
    ...Buffer.from('IHDR'),
    ...big(width, 4),
    ...big(height, 4),
    8,
    2,
    0,
  )
const jpeg = (width: number, height: number, ...before: number[]): string =>
  base64(
    0xff,
    0xd8,
    ...before,
    0xff,
    0xc2,
    ...big(11, 2),
    8,
    ...big(height, 2),
    ...big(width, 2),
    1,
    1,
    0x11,
    0,
  )

describe('the header of a picture', () => {
  it.each([
    ['a PNG', png(1_920, 1_080), { type: 'image/png', width: 1_920, height: 1_080 }],
    ['a JPEG', jpeg(640, 480), { type: 'image/jpeg', width: 640, height: 480 }],
    [
      'a JPEG with other segments first',
      jpeg(640, 480, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9),
      { type: 'image/jpeg', width: 640, height: 480 },
    ],
    ['nothing', '', null],
    ['a GIF', base64(...Buffer.from('GIF89a'), ...Array.from({ length: 40 }, () => 0)), null],
    ['a PNG that ends early', png(100, 100).slice(0, 20), null],
    [
      'a PNG with another chunk first',
      base64(...PNG_SIGNATURE, ...big(13, 4), ...Buffer.from('IDAT'), ...big(9, 20)),
      null,
    ],
    ['a JPEG without a frame', base64(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9), null],
    [
      'a JPEG whose lengths lead nowhere',
      base64(0xff, 0xd8, 0xff, 0xe0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
      null,
    ],
  ])('4.4: of %s', (_what, text, expected) => {
    expect(readPictureHeader(text)).toEqual(expected)
  })
})

/** Holds the redrawing back until the test ends it. */
const held = async () => {
  let end = (_picture: SharePicture | null): void => {}
  const started: string[] = []
  const rig = await hostRig(new MemoryStore(), 0, null, {
    redrawForShare: (sent) => {
      started.push(sent)
      return new Promise((resolve) => {
        end = resolve
      })
    },
  })
  return { ...rig, page: await rig.open(), started, end: (picture: SharePicture | null) => end(picture) }
}

const SENT = png(100, 80)
const AS_IT_CAME = { type: 'image/png', width: 100, height: 80, base64: SENT } as const
const DRAWN: SharePicture = { type: 'image/jpeg', width: 100, height: 80, base64: 'AAAA' }
const share = (page: Page) => page.call('share', { image: `data:image/png;base64,${SENT}` })
const pictures = (page: Page) =>
  page.person.sheets.map(({ offer }) => (offer as { picture: SharePicture | null }).picture)
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What a call has answered so far. */
const watched = (call: Promise<unknown>) => {
  const answers: unknown[] = []
  call.then(
    (answer) => answers.push(answer),
    (error: unknown) => answers.push(error),
  )
  return answers
}

describe('a picture that takes long to redraw', () => {
  it('4.4: is on the sheet as it came, until the redrawn one is', async () => {
    const { page, started, end } = await held()
    const answers = watched(share(page))
    await turn()
    expect(started).toEqual([SENT])
    expect(pictures(page)).toEqual([AS_IT_CAME])
    end(DRAWN)
    await turn()
    expect(pictures(page)).toEqual([DRAWN])
    expect(answers).toEqual([])
    page.person.choose({ to: 'story', text: '' })
    await turn()
    expect(answers).toEqual([{ result: {} }])
  })

  it('4.4: is shared only once it is redrawn', async () => {
    const { page, end } = await held()
    const answers = watched(share(page))
    await turn()
    page.person.choose({ to: 'story', text: '' })
    await turn()
    expect([page.person.looking(), answers]).toEqual([true, []])
    end(DRAWN)
    await turn()
    expect([page.person.looking(), answers]).toEqual([false, [{ result: {} }]])
  })

  it('7: INVALID_IMAGE where it cannot be read, and the sheet is gone', async () => {
    const { page, end } = await held()
    const answers = watched(share(page))
    await turn()
    end(null)
    await turn()
    expect([page.person.looking(), answers]).toEqual([false, [{ code: 'INVALID_IMAGE' }]])
    // The sheets of the hour are as before, and the next one can open.
    for (let i = 0; i < 20; i++) {
      page.person.choices.push(null)
      await page.call('share', { text: 'Words' })
    }
    expect([page.person.sheets.length, page.notices]).toEqual([21, []])
  })

  it.each([{ to: 'chat', text: 'Look' }, null])(
    '7: INVALID_IMAGE also where the person was faster, with %j',
    async (choice) => {
      const { page, end } = await held()
      const answers = watched(share(page))
      await turn()
      page.person.choose(choice)
      await turn()
      expect(answers).toEqual([])
      end(null)
      await turn()
      expect([page.person.looking(), answers]).toEqual([false, [{ code: 'INVALID_IMAGE' }]])
    },
  )

  it('7: INVALID_IMAGE where no sheet would open', async () => {
    const { page, set, end } = await held()
    await set({ share: 'unavailable' })
    const answers = watched(share(page))
    await turn()
    expect(answers).toEqual([])
    end(null)
    await turn()
    expect(answers).toEqual([{ code: 'INVALID_IMAGE' }])
    expect(page.person.sheets).toEqual([])
  })

  it.each([
    ['too small', png(63, 100)],
    ['too large', png(100, 4_097)],
    ['not a picture', 'AAAA'],
  ])('4.4: opens no sheet by a header that is %s', async (_what, encoded) => {
    const { page, end } = await held()
    const answers = watched(page.call('share', { image: `data:image/png;base64,${encoded}` }))
    await turn()
    expect(page.person.sheets).toEqual([])
    end(null)
    await turn()
    expect([page.person.sheets, answers]).toEqual([[], [{ code: 'INVALID_IMAGE' }]])
  })
})
