import { describe, expect, it } from 'vitest'
import { inWords } from '../../../src/host/picking/pick-faults.js'
import type { CleanPicture, CleanVideo, PickedFile } from '../../../src/host/picking/picked-file.js'
import { BinaryAnswer } from '../../../src/host/session/binary-answer.js'
import { hostRig } from '../../support/rigs/host-rig.js'

const MB = 1_048_576
const PICTURE: CleanPicture = {
  image: new BinaryAnswer('image/png', new Uint8Array(3)),
  type: 'image/png',
  width: 4,
  height: 2,
}
const VIDEO: CleanVideo = {
  video: new BinaryAnswer('video/mp4', new Uint8Array(5)),
  type: 'video/mp4',
  duration: 9.5,
  width: 4,
  height: 2,
}

/** A file with the given content, which records the limits that its readers pass. */
const fileOf = (content: Partial<PickedFile> = {}): PickedFile & { readonly limits: number[] } => {
  const limits: number[] = []
  return {
    size: 1,
    asPicture: async (maxPixels) => {
      limits.push(maxPixels)
      return PICTURE
    },
    asVideo: async (maxSeconds) => {
      limits.push(maxSeconds)
      return VIDEO
    },
    limits,
    ...content,
  }
}

describe('pickImage', () => {
  it('4.5: names the app on its sheet, and answers with the picture, its type and its size in pixels', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    const file = fileOf()
    page.person.choices.push(file)
    expect(await page.call('pickImage')).toEqual({ result: { status: 'picked', ...PICTURE } })
    expect(page.person.sheets).toEqual([
      { kind: 'pick-image', offer: { app: 'Hello', maxBytes: 50 * MB, maxSeconds: null } },
    ])
    expect(file.limits).toEqual([2048])
    expect(log.entries().at(-1)).toMatchObject({
      method: 'pickImage',
      result: { status: 'picked', image: { type: 'image/png', size: 3 }, type: 'image/png' },
    })
  })

  it.each([
    [{ app: 'blocked' }, { code: 'MINI_APP_UNAVAILABLE' }],
    [{ person: '13-15', guardian: { media: false } }, { result: { status: 'unavailable' } }],
  ] as const)(
    '3.1, 4.5: hands nothing over that may not be given by the time it is chosen: %j',
    async (change, outcome) => {
      const { open, set } = await hostRig()
      const page = await open()
      const picking = page.call('pickImage')
      await page.call('storage.keys')
      await set(change)
      page.person.choose(fileOf())
      expect(await picking).toEqual(outcome)
    },
  )

  it.each([64, 4096])('4.5: max_size %i is what the longest side may be', async (max_size) => {
    const { open } = await hostRig()
    const page = await open()
    const file = fileOf()
    page.person.choices.push(file)
    await page.call('pickImage', { max_size })
    expect(file.limits).toEqual([max_size])
  })

  it.each([63, 4097, 100.5, '64'])('7: INVALID for max_size %j', async (max_size) => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('pickImage', { max_size })).toEqual({ code: 'INVALID' })
    expect(page.person.sheets).toEqual([])
  })

  it('4.5: shows the person what is wrong with a file, keeps the sheet open, and tells the app nothing', async () => {
    const { open } = await hostRig()
    const page = await open()
    const unreadable = fileOf({ asPicture: async () => ({ fault: 'unreadable' }) })
    const tooLarge = fileOf({ asPicture: async () => ({ fault: 'too-large' }) })
    page.person.choices.push(unreadable, tooLarge)
    const answer = page.call('pickImage')
    await expect.poll(() => page.person.faults.length).toBe(2)
    expect(page.person.faults).toEqual([
      'This picture cannot be opened here. Choose another one, such as a JPEG or a PNG.',
      'This file is too large: a photo can have up to 50 MB. Choose another one.',
    ])
    expect([page.person.looking(), page.posted]).toEqual([true, []])
    page.person.choose(fileOf())
    expect(await answer).toMatchObject({ result: { status: 'picked' } })
    expect(page.person.sheets).toHaveLength(1)
  })

  it('4.5: a person may cancel while a file is looked at', async () => {
    const { open } = await hostRig()
    const page = await open()
    let finish = (_picture: CleanPicture): void => {}
    const slow = fileOf({
      asPicture: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    })
    page.person.choices.push(slow)
    const answer = page.call('pickImage')
    await expect.poll(() => page.person.looking()).toBe(true)
    page.person.choose(null)
    finish(PICTURE)
    expect(await answer).toEqual({ result: { status: 'cancelled' } })
    expect(page.posted).toHaveLength(1)
  })
})

describe('pickVideo', () => {
  it('4.5: answers with the video, its type, bytes, seconds and pixels', async () => {
    const { open } = await hostRig()
    const page = await open()
    const file = fileOf()
    page.person.choices.push(file)
    expect(await page.call('pickVideo')).toEqual({
      result: {
        status: 'picked',
        video: VIDEO.video,
        type: 'video/mp4',
        size: 5,
        duration: 9.5,
        width: 4,
        height: 2,
      },
    })
    expect(page.person.sheets).toEqual([
      { kind: 'pick-video', offer: { app: 'Hello', maxBytes: 100 * MB, maxSeconds: 600 } },
    ])
    expect(file.limits).toEqual([600])
  })

  it.each([0, 0.9, 600.1, -1, '5'])('7: INVALID for max_seconds %j', async (max_seconds) => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('pickVideo', { max_seconds })).toEqual({ code: 'INVALID' })
    expect(page.person.sheets).toEqual([])
  })

  it('4.5: shows the person that a video is too long, too large or not a video', async () => {
    const { open } = await hostRig()
    const page = await open()
    const again = page.call('pickVideo', { max_seconds: 10 })
    for (const fault of [
      { fault: 'too-long', seconds: 75 },
      { fault: 'too-large' },
      { fault: 'unreadable' },
    ] as const)
      page.person.choose(fileOf({ asVideo: async () => fault }))
    await expect.poll(() => page.person.faults.length).toBe(3)
    expect(page.person.faults).toEqual([
      'This video is 1 minute 15 seconds long. The limit is 10 seconds. Choose a shorter one.',
      'This file is too large: a video can have up to 100 MB. Choose another one.',
      'This video cannot be opened here. Choose another one: an MP4, a MOV or a WebM.',
    ])
    page.person.choose(null)
    expect(await again).toEqual({ result: { status: 'cancelled' } })
  })
})

describe.each(['pickImage', 'pickVideo'])('%s', (method) => {
  it('4.5: answers cancelled where the sheet is closed without choosing', async () => {
    const { open } = await hostRig()
    const page = await open()
    page.person.choices.push(null)
    expect(await page.call(method)).toEqual({ result: { status: 'cancelled' } })
  })

  it.each([
    [{ pickers: 'unavailable' }, 'switch `pickers`'],
    [{ person: '13-15', guardian: { media: false } }, 'guardian'],
  ] as const)(
    '4.5: answers unavailable with %j, opens no sheet, and writes the reason only to the log',
    async (change, why) => {
      const { open, set, log } = await hostRig()
      await set(change)
      const page = await open()
      expect(await page.call(method)).toEqual({ result: { status: 'unavailable' } })
      expect(page.person.sheets).toEqual([])
      expect(log.entries().at(-1)).toMatchObject({ kind: 'call', why: expect.stringContaining(why) })
    },
  )

  it('5: a guardian’s switch does not affect an adult', async () => {
    const { open, set } = await hostRig()
    await set({ guardian: { media: false } })
    const page = await open()
    page.person.choices.push(null)
    expect(await page.call(method)).toEqual({ result: { status: 'cancelled' } })
  })

  it('7: NEEDS_TAP without a tap, BUSY under another sheet, UNKNOWN_METHOD on an older host', async () => {
    const { open, set } = await hostRig()
    const page = await open()
    expect(await page.call(method, {}, false)).toEqual({ code: 'NEEDS_TAP' })
    const first = page.call(method)
    expect(await page.call(method)).toEqual({ code: 'BUSY' })
    page.person.choose(null)
    await first
    await set({ hostVersion: 'old' })
    expect(await page.call(method)).toEqual({ code: 'UNKNOWN_METHOD' })
  })

  it('readings: works without a connection', async () => {
    const { open, set } = await hostRig()
    await set({ platform: 'ios', network: { offline: true } })
    const page = await open()
    page.person.choices.push(null)
    expect(await page.call(method)).toEqual({ result: { status: 'cancelled' } })
  })

  it('2.5: is among the features', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('getContext')).toMatchObject({
      result: { features: expect.arrayContaining([method]) },
    })
  })
})

it.each([
  [1, '1 second'],
  [10, '10 seconds'],
  [1.5, '1.5 seconds'],
  [60, '1 minute'],
  [61, '1 minute 1 second'],
  [600, '10 minutes'],
])('%d seconds are said as %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words)
})
