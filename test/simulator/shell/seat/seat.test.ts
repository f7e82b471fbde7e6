import { describe, expect, it } from 'vitest'
import { COVER_MAX_MS } from '../../../../src/platform/limits.js'
import type { SeatOptions } from '../../../../src/simulator/shell/seat/seat.js'
import { DRAWN_SHEETS } from '../../../../src/simulator/shell/seat/seat-sheet.js'
import { shellSeat } from '../../../support/rigs/shell-seat.js'

const opened = (fetchAnswerBytes?: SeatOptions['fetchAnswerBytes']) => {
  const all = shellSeat(fetchAnswerBytes === undefined ? {} : { fetchAnswerBytes })
  all.simulator.welcome()
  const page = all.seat.page.value
  if (page.kind !== 'open') throw new Error('The page did not open.')
  return { ...all, frame: page.frame }
}

/** A Blob that arrives when the test wants. */
const lateBlob = () => {
  let arrive = (_blob: Blob): void => {}
  const blob = new Promise<Blob>((resolve) => {
    arrive = resolve
  })
  return { blob, arrive: (arrived: Blob) => arrive(arrived) }
}

const ANY_APP = {
  id: 'ma_abcdefghij',
  name: 'Hello',
  version: '1.0.1',
  orientation: 'any',
  iconUrl: null,
} as const

describe('an app that leaves its page', () => {
  const leaving = () => {
    const all = opened()
    const { seat, frame, simulator } = all
    const says = (page: string) => seat.fromApp(frame, { data: { miniapp_simulator: 1, page, key: 'one' } })
    says('started')
    return {
      ...all,
      says,
      blocks: () => seat.leaveBlocked(frame, 'https://example.com'),
      closings: () => simulator.received().filter(({ type }) => type === 'close-app'),
    }
  }

  it.each(['the page goes first', 'the browser reports it first'])(
    '2.10: is closed with a way back where the browser blocked the address: %s',
    (order) => {
      const { seat, says, blocks, closings, simulator } = leaving()
      if (order === 'the page goes first') says('leaving')
      blocks()
      if (order !== 'the page goes first') says('leaving')
      expect(closings()).toEqual([{ type: 'close-app', gone: true }])
      expect(seat.page.value).toEqual({ kind: 'closed', by: 'leaving' })
      expect(simulator.received()).toContainEqual(
        expect.objectContaining({ report: expect.objectContaining({ blocked: 'https://example.com' }) }),
      )
      seat.openApp()
      expect(seat.page.value.kind).toBe('open')
    },
  )

  it('2.10: stays where the browser keeps its page, which may load itself again later', () => {
    const { seat, says, blocks, closings, timers } = leaving()
    blocks()
    timers.advance(2_001)
    says('leaving')
    expect([closings(), seat.page.value.kind]).toEqual([[], 'open'])
  })

  it('2.10: is not closed because it loads itself again', () => {
    const { seat, says, closings } = leaving()
    says('leaving')
    says('started')
    expect([closings(), seat.page.value.kind]).toEqual([[], 'open'])
  })
})

describe('a window whose seat another one has', () => {
  it('asks for it again and again, and only wants it if it is free', () => {
    const { simulator, timers, seat } = opened()
    const lose = () =>
      simulator.say({ type: 'refused', message: 'Seat 1 is open in another window.', elsewhere: true })
    lose()
    simulator.drop()
    for (let sockets = 2; sockets <= 4; sockets++) {
      timers.advance(2_000)
      simulator.open()
      expect([simulator.sockets(), simulator.received()]).toEqual([
        sockets,
        [{ type: 'hello', seat: 1, token: 'secret', sheets: DRAWN_SHEETS, ifFree: true }],
      ])
      lose()
      simulator.drop()
      expect(seat.page.value).toEqual({ kind: 'elsewhere' })
    }
    timers.advance(2_000)
    simulator.welcome()
    expect(seat.page.value.kind).toBe('open')
    timers.advance(60_000)
    expect(simulator.sockets()).toBe(5)
  })

  it('takes it immediately where the person wants to play here', () => {
    const { simulator, timers, seat } = opened()
    simulator.say({ type: 'refused', message: 'Seat 1 is open in another window.', elsewhere: true })
    simulator.drop()
    seat.takeBack()
    simulator.open()
    expect(simulator.received()).toEqual([{ type: 'hello', seat: 1, token: 'secret', sheets: DRAWN_SHEETS }])
    timers.advance(60_000)
    expect(simulator.sockets()).toBe(2)
  })
})

describe('a page that does not fit the server', () => {
  const reloading = (edition: string) => {
    let reloads = 0
    const all = shellSeat({
      edition,
      reloadPage: () => {
        reloads++
      },
    })
    return { ...all, reloads: () => reloads }
  }

  it('loads itself again instead of opening the app', () => {
    const { simulator, timers, seat, reloads } = reloading('1.0.0 4001')
    simulator.welcome({ edition: '1.0.0 4001' })
    expect([reloads(), seat.page.value.kind]).toEqual([0, 'open'])
    simulator.drop()
    timers.advance(4_000)
    simulator.welcome({ edition: '1.0.1 4001' })
    expect(reloads()).toBe(1)
    expect(simulator.received().map(({ type }) => type)).toEqual(['hello'])
  })

  it('loads itself again where its token is not known any more, but not where it never was', () => {
    const { simulator, timers, reloads } = reloading('1')
    const refuse = () => simulator.say({ type: 'refused', message: 'Restarted.', outdated: true })
    refuse()
    expect(reloads()).toBe(0)
    const other = reloading('1')
    other.simulator.welcome()
    other.simulator.drop()
    other.timers.advance(4_000)
    other.simulator.say({ type: 'refused', message: 'Restarted.', outdated: true })
    expect([other.reloads(), timers.now()]).toEqual([1, 0])
  })
})

describe('a seat', () => {
  it('sends its number and token, then opens the app', () => {
    const { simulator, seat } = shellSeat()
    expect(seat.page.value).toEqual({ kind: 'waiting' })
    simulator.welcome()
    expect(simulator.received()).toEqual([
      { type: 'hello', seat: 1, token: 'secret', sheets: DRAWN_SHEETS },
      { type: 'frame-opened', frame: 1 },
    ])
    expect(seat.connection.value).toBe('open')
    expect(seat.page.value).toMatchObject({ kind: 'open', frame: 1, covered: true, ready: false })
  })

  it('opens nothing if the manifest cannot be read', () => {
    const { simulator, seat } = shellSeat()
    simulator.welcome({ frameUrl: null })
    expect(seat.page.value).toEqual({ kind: 'nothing' })
  })

  it('4.2: removes the cover when the app is ready', () => {
    const { simulator, seat, frame } = opened()
    simulator.say({ type: 'app-ready', frame })
    expect(seat.page.value).toMatchObject({ ready: true, covered: false })
  })

  it('8.2: removes the cover 3 seconds after the page has loaded, and not before', () => {
    const { seat, timers, frame } = opened()
    timers.advance(COVER_MAX_MS * 2)
    expect(seat.page.value).toMatchObject({ covered: true })
    seat.frameLoaded(frame)
    timers.advance(COVER_MAX_MS - 1)
    expect(seat.page.value).toMatchObject({ covered: true, loaded: true })
    timers.advance(1)
    expect(seat.page.value).toMatchObject({ covered: false, ready: false })
  })

  it('gives a frame without a size its size after its page has looked, however long that takes to load', () => {
    const { simulator, seat, timers, frame } = opened()
    simulator.say({ type: 'squeeze' })
    simulator.say({ type: 'reload', app: ANY_APP, frameUrl: 'http://bundle.test/x/' })
    timers.advance(9_999)
    expect(seat.page.value).toMatchObject({ frame: frame + 1, squeezed: true })
    seat.frameLoaded(frame + 1)
    timers.advance(999)
    expect(seat.page.value).toMatchObject({ squeezed: true })
    timers.advance(1)
    expect(seat.page.value).toMatchObject({ squeezed: false })
    seat.reload()
    expect(seat.page.value).toMatchObject({ frame: frame + 2, squeezed: false })
  })

  it('4.1, 5: takes a page that the app put into its frame for a new load, with a session and taps of its own', () => {
    const { simulator, seat, frame } = opened()
    const got: unknown[] = []
    seat.attach((message) => got.push(message))
    const says = (page: string, key: string) =>
      seat.fromApp(frame, { data: { miniapp_simulator: 1, page, key } })
    says('started', 'one')
    seat.fromApp(frame, { data: { service: 1, id: 'a', method: 'ready', params: {} } })
    // What the app makes up does not count as a new page.
    says('started', 'forged')
    says('leaving', 'one')
    says('started', 'two')
    seat.fromApp(frame, { data: { service: 1, id: 'a', method: 'ready', params: {} } })
    seat.frameLoaded(frame)
    expect(simulator.received().slice(1)).toEqual([
      { type: 'frame-opened', frame },
      { type: 'request', frame, json: expect.stringContaining('ready'), gesture: true },
      { type: 'frame-opened', frame: frame + 1, replaced: true },
      { type: 'request', frame: frame + 1, json: expect.stringContaining('ready'), gesture: true },
      { type: 'frame-loaded', frame: frame + 1 },
    ])
    expect(seat.page.value).toMatchObject({ kind: 'open', element: frame, frame: frame + 1 })
    const message = { service: 1, id: 'a', result: {} } as const
    simulator.say({ type: 'to-app', frame, message })
    expect(got).toEqual([])
    simulator.say({ type: 'to-app', frame: frame + 1, message })
    expect(got).toEqual([message])
  })

  it('hands answers to the frame that is open, and to no older one', () => {
    const { simulator, seat, frame } = opened()
    const got: unknown[] = []
    seat.attach((message) => got.push(message))
    const message = { service: 1, id: 'a-1', result: {} } as const
    simulator.say({ type: 'to-app', frame, message })
    simulator.say({ type: 'to-app', frame: frame - 1, message })
    seat.reload()
    simulator.say({ type: 'to-app', frame: frame + 1, message })
    expect(got).toEqual([message])
  })

  it('1: stops an app that floods it with messages, reports that once, and opens it again when it is fixed', () => {
    const { simulator, seat, frame } = opened()
    const ask = (key: string) => ({ service: 1, id: key, method: 'storage.get', params: { key } })
    for (let i = 0; i < 90_000; i++) seat.fromApp(frame, { data: ask(`k${i}`) })
    expect(seat.page.value).toMatchObject({ kind: 'open' })
    const before = simulator.received().length
    for (let i = 0; i < 100_000; i++) seat.fromApp(frame, { data: ask(`l${i}`) })
    expect(seat.page.value).toEqual({ kind: 'closed', by: 'flood' })
    const after = simulator.received().slice(before)
    expect(after.filter(({ type }) => type === 'close-app')).toEqual([{ type: 'close-app', flooding: true }])
    expect(after.at(-1)).toEqual({ type: 'close-app', flooding: true })
    simulator.say({ type: 'reload', app: ANY_APP, frameUrl: 'http://bundle.test/x/' })
    expect(seat.page.value).toMatchObject({ kind: 'open', frame: frame + 1 })
  })

  it('allows an app to send a thousand requests a second forever, in order', () => {
    const { simulator, seat, timers, frame } = opened()
    seat.frameLoaded(frame)
    for (let second = 0; second < 60; second++) {
      for (let i = 0; i < 1_000; i++)
        seat.fromApp(frame, {
          data: { service: 1, id: `${second}-${i}`, method: 'storage.keys', params: {} },
        })
      timers.advance(1_000)
    }
    expect(seat.page.value).toMatchObject({ kind: 'open', frame })
    const requested = simulator.received().flatMap((message) => {
      const json = message.type === 'request' ? message.json : null
      return json === null ? [] : [JSON.parse(json).id]
    })
    expect(requested).toEqual(
      Array.from({ length: 60_000 }, (_, index) => `${Math.floor(index / 1_000)}-${index % 1_000}`),
    )
  })

  it('4: hands an answer’s pictures over as Blobs, once they are fetched, and holds nothing else up', async () => {
    const fetching = lateBlob()
    const requested: string[] = []
    const { simulator, seat, frame } = opened((id, type) => {
      requested.push(`${id} ${type}`)
      return fetching.blob
    })
    const got: unknown[] = []
    seat.attach((message) => got.push(message))
    const binaries = [{ path: ['result', 'image'], id: 'abc', type: 'image/png' }]
    const picture = { service: 1, id: 'a-1', result: { status: 'made', image: null } } as const
    const later = { service: 1, id: 'a-2', result: null } as const
    simulator.say({ type: 'to-app', frame, message: picture, binaries })
    simulator.say({ type: 'to-app', frame, message: later })
    expect(got).toEqual([later])
    const blob = new Blob(['xyz'], { type: 'image/png' })
    fetching.arrive(blob)
    await expect.poll(() => got.length).toBe(2)
    expect(got[1]).toEqual({ service: 1, id: 'a-1', result: { status: 'made', image: blob } })
    expect(requested).toEqual(['abc image/png'])
  })

  it('4: answers TIMEOUT where the bytes cannot be fetched, and tells the simulator', async () => {
    const { simulator, seat, frame } = opened(() => Promise.reject(new Error('they are gone.')))
    const got: unknown[] = []
    seat.attach((message) => got.push(message))
    const binaries = [{ path: ['result', 'image'], id: 'abc', type: 'image/png' }]
    simulator.say({
      type: 'to-app',
      frame,
      message: { service: 1, id: 'a-1', result: { image: null } },
      binaries,
    })
    await expect.poll(() => got).toMatchObject([{ id: 'a-1', error: { code: 'TIMEOUT' } }])
    expect(simulator.received().at(-1)).toEqual({ type: 'answer-lost', frame, reason: 'they are gone.' })
  })

  it('4: an answer whose page is gone by the time its bytes are there goes nowhere', async () => {
    const fetching = lateBlob()
    const { simulator, seat, frame } = opened(() => fetching.blob)
    const got: unknown[] = []
    seat.attach((message) => got.push(message))
    simulator.say({
      type: 'to-app',
      frame,
      message: { service: 1, id: 'a-1', result: { image: null } },
      binaries: [{ path: ['result', 'image'], id: 'abc', type: 'image/png' }],
    })
    seat.reload()
    const after: unknown[] = []
    seat.attach((message) => after.push(message))
    fetching.arrive(new Blob())
    await new Promise(setImmediate)
    expect([got, after]).toEqual([[], []])
  })

  it('opens a new page on a reload, by the developer or for a saved file', () => {
    const { simulator, seat, frame } = opened()
    seat.reload()
    expect(seat.page.value).toMatchObject({ frame: frame + 1, covered: true })
    const app = {
      id: 'ma_abcdefghij',
      name: 'New',
      version: '1.0.1',
      orientation: 'any',
      iconUrl: null,
    } as const
    simulator.say({ type: 'reload', app, frameUrl: 'http://localhost:2/new' })
    expect(seat.page.value).toMatchObject({ frame: frame + 2, url: 'http://localhost:2/new' })
    expect(seat.app.value).toEqual(app)
    expect(simulator.received().slice(-2)).toEqual([
      { type: 'frame-opened', frame: frame + 1 },
      { type: 'frame-opened', frame: frame + 2 },
    ])
  })

  it('5: shows the app’s page instead of an app that is held, and opens it once it is admitted', () => {
    const { simulator, seat, frame } = opened()
    const opening = {
      outcome: 'held',
      reason: 'buy',
      access: {
        type: 'one_time',
        statement: 'All twelve levels.',
        price: '5',
        balance: '100',
        endedAt: null,
        pending: false,
        refusal: null,
      },
    } as const
    simulator.say({ type: 'admitted' })
    simulator.say({ type: 'held', frame: frame - 1, summary: 'old', opening })
    expect(seat.page.value).toMatchObject({ kind: 'open', frame })
    simulator.say({ type: 'held', frame, summary: 'A game.', opening })
    expect(seat.page.value).toEqual({ kind: 'held', summary: 'A game.', opening })
    seat.buyAccess()
    seat.openWithoutBuying()
    simulator.say({ type: 'admitted' })
    expect(seat.page.value).toMatchObject({ kind: 'open', frame: frame + 1, openedAfter: null })
    expect(simulator.received().slice(-3)).toEqual([
      { type: 'buy-access' },
      { type: 'open-without-buying' },
      { type: 'frame-opened', frame: frame + 1 },
    ])
  })

  it('8.2: shows a notice of the host for a while, or until it is dismissed, and none of an older page', () => {
    const { simulator, timers, seat, frame } = opened()
    simulator.say({ type: 'notice', frame: frame - 1, words: 'Long ago.' })
    expect(seat.notice.value).toBeNull()
    simulator.say({ type: 'notice', frame, words: 'Try again later.' })
    timers.advance(7_999)
    simulator.say({ type: 'notice', frame, words: 'Try again much later.' })
    timers.advance(7_999)
    expect(seat.notice.value).toBe('Try again much later.')
    timers.advance(1)
    expect(seat.notice.value).toBeNull()
    simulator.say({ type: 'notice', frame, words: 'Try again later.' })
    seat.dismissNotice()
    expect(seat.notice.value).toBeNull()
    simulator.say({ type: 'notice', frame, words: 'Try again later.' })
    seat.reload()
    expect(seat.notice.value).toBeNull()
  })

  it('is not uncovered by a message of an older page', () => {
    const { simulator, seat, frame } = opened()
    seat.frameLoaded(frame)
    seat.reload()
    simulator.say({ type: 'app-ready', frame })
    expect(seat.page.value).toMatchObject({ frame: frame + 1, covered: true, ready: false })
  })

  it('closes when the host says so, and opens again', () => {
    const { simulator, seat, frame } = opened()
    seat.closeApp()
    expect(seat.page.value).toMatchObject({ kind: 'open' })
    simulator.say({ type: 'app-closed', by: 'person' })
    expect(seat.page.value).toEqual({ kind: 'closed', by: 'person' })
    seat.openApp()
    expect(seat.page.value).toMatchObject({ kind: 'open', frame: frame + 1 })
    expect(simulator.received().slice(-3)).toEqual([
      { type: 'close-app' },
      { type: 'open-app' },
      { type: 'frame-opened', frame: frame + 1 },
    ])
  })

  it('keeps the switches as the server tells them', () => {
    const { simulator, seat } = opened()
    simulator.say({ type: 'switches', switches: { ...seat.switches.value, theme: 'dark' } })
    expect(seat.switches.value.theme).toBe('dark')
  })

  it('distinguishes log entries from before the page’s session, regardless of older pages', () => {
    const { simulator, seat, frame } = opened()
    expect(seat.page.value).toMatchObject({ openedAfter: null })
    simulator.say({ type: 'session-opened', frame: frame - 1, after: 3 })
    expect(seat.page.value).toMatchObject({ openedAfter: null })
    simulator.say({ type: 'session-opened', frame, after: 5 })
    expect(seat.page.value).toMatchObject({ openedAfter: 5 })
  })
})

describe('the sheets of the host', () => {
  const offer = {
    app: 'Hello',
    developer: '@developer',
    title: 'Gems',
    statement: 'Ten gems to spend.',
    total: '0.5',
    balance: '100',
    balanceAfter: '99.5',
  }
  const payment = { kind: 'payment', offer } as const

  it('open, send a choice to the host, and close when it says so', () => {
    const { simulator, seat } = opened()
    simulator.say({ type: 'sheet-opened', sheet: 7, content: payment })
    expect(seat.sheet.value).toEqual({ id: 7, content: payment, fault: null, busy: false })
    seat.choose(7, 'pay')
    expect(simulator.received().at(-1)).toEqual({ type: 'sheet-choice', sheet: 7, choice: 'pay' })
    expect(seat.sheet.value).toMatchObject({ busy: true })
    simulator.say({ type: 'sheet-closed', sheet: 7 })
    expect(seat.sheet.value).toBeNull()
  })

  it('show a large picture of the app’s request, which the server names, until the request is answered', async () => {
    const { simulator, seat, frame } = opened()
    const share = (id: string, bytes: number) => {
      const image = `data:image/png;base64,${'A'.repeat(bytes)}`
      seat.fromApp(frame, { data: { service: 1, id, method: 'share', params: { image } } })
      return simulator.received().at(-1)
    }
    expect(share('small', 1_000)).not.toHaveProperty('picture')
    expect(share('large', 100_000)).toMatchObject({ type: 'request', frame, picture: 1 })
    const offer = { app: 'Hello', text: '', postPrice: '1', line: 'Play Hello' }
    const header = { type: 'image/png', width: 64, height: 64 } as const
    const contentWith = <Picture extends object>(picture: Picture) =>
      ({ kind: 'share', offer: { ...offer, picture: { ...header, ...picture } } }) as const
    const shown = async (): Promise<unknown> => {
      const content = seat.sheet.value?.content
      if (content?.kind !== 'share' || content.offer.picture === null) return content?.offer
      const { bytes, ...picture } = content.offer.picture
      expect(bytes.type).toBe(picture.type)
      const base64 = Buffer.from(await bytes.arrayBuffer()).toString('base64')
      return { ...content.offer, picture: { ...picture, base64 } }
    }
    const show = (sheet: number, kept: number): Promise<unknown> => {
      simulator.say({ type: 'sheet-opened', sheet, content: contentWith({ kept }) })
      return shown()
    }
    expect(await show(1, 1)).toEqual({ ...offer, picture: { ...header, base64: 'A'.repeat(100_000) } })
    // What the server sends takes its place, such as the picture drawn again.
    simulator.say({ type: 'sheet-changed', sheet: 1, content: contentWith({ base64: 'BBBB' }) })
    expect(await shown()).toEqual({ ...offer, picture: { ...header, base64: 'BBBB' } })
    expect(await show(2, 2)).toEqual({ ...offer, picture: null })
    simulator.say({ type: 'to-app', frame, message: { service: 1, id: 'large', result: {} } })
    expect(await show(3, 1)).toEqual({ ...offer, picture: null })
    expect([2, 3, 4, 5, undefined, undefined]).toEqual(
      ['b', 'c', 'd', 'e', 'f', 'g'].map((id) => Reflect.get(share(id, 100_000) ?? {}, 'picture')),
    )
    seat.reload()
    expect(await show(4, 5)).toEqual({ ...offer, picture: null })
  })

  it('stay open with a message if the host rejects the choice', () => {
    const { simulator, seat } = opened()
    const content = {
      kind: 'nickname',
      offer: { app: 'Hello', current: null, suggestions: ['Blue Fox'], typing: true },
    } as const
    simulator.say({ type: 'sheet-opened', sheet: 1, content })
    seat.choose(1, { nickname: 'x' })
    simulator.say({ type: 'sheet-fault', sheet: 1, message: 'Too short.' })
    expect(seat.sheet.value).toEqual({ id: 1, content, fault: 'Too short.', busy: false })
    seat.choose(1, { nickname: 'Blue Fox' })
    expect(seat.sheet.value).toMatchObject({ fault: null, busy: true })
  })

  it('ignore a choice and a message for one that is gone', () => {
    const { simulator, seat } = opened()
    simulator.say({ type: 'sheet-opened', sheet: 1, content: payment })
    simulator.say({ type: 'sheet-opened', sheet: 2, content: payment })
    const before = simulator.received().length
    seat.choose(1, 'pay')
    expect(simulator.received()).toHaveLength(before)
    simulator.say({ type: 'sheet-fault', sheet: 1, message: 'Late.' })
    simulator.say({ type: 'sheet-closed', sheet: 1 })
    expect(seat.sheet.value).toMatchObject({ id: 2, fault: null })
  })

  it('are gone after a lost connection', () => {
    const { simulator, seat } = opened()
    simulator.say({ type: 'sheet-opened', sheet: 1, content: payment })
    simulator.drop()
    seat.reconnect()
    simulator.welcome()
    expect(seat.sheet.value).toBeNull()
  })
})

describe('the connection', () => {
  it('reconnects automatically, waiting longer each time, and opens the app again', () => {
    const { simulator, seat, timers, frame } = opened()
    simulator.drop()
    expect(seat.connection.value).toBe('lost')
    expect(simulator.sockets()).toBe(1)
    timers.advance(250)
    expect(simulator.sockets()).toBe(2)
    simulator.drop()
    timers.advance(499)
    expect(simulator.sockets()).toBe(2)
    timers.advance(1)
    expect(simulator.sockets()).toBe(3)
    simulator.welcome()
    expect(seat.connection.value).toBe('open')
    expect(seat.page.value).toMatchObject({ kind: 'open', frame: frame + 1 })
    simulator.drop()
    timers.advance(250)
    expect(simulator.sockets()).toBe(4)
  })

  it('waits four seconds at most', () => {
    const { simulator, timers } = opened()
    for (let i = 0; i < 10; i++) {
      simulator.drop()
      timers.advance(4_000)
      expect(simulator.sockets()).toBe(i + 2)
    }
  })

  it('reconnects immediately on request', () => {
    const { simulator, seat } = opened()
    simulator.drop()
    seat.reconnect()
    expect(simulator.sockets()).toBe(2)
    seat.reconnect()
    expect(simulator.sockets()).toBe(2)
  })

  it('does not reconnect after a refusal', () => {
    const { simulator, seat, timers } = shellSeat()
    simulator.say({ type: 'refused', message: 'Seat 1 is taken.' })
    simulator.drop()
    timers.advance(1e6)
    expect(seat.connection.value).toBe('refused')
    expect(seat.refusal.value).toBe('Seat 1 is taken.')
    expect(simulator.sockets()).toBe(1)
  })

  it('sends nothing while it is lost', () => {
    const { simulator, seat } = opened()
    simulator.drop()
    const before = simulator.received().length
    seat.closeApp()
    seat.setSwitches({ theme: 'dark' })
    expect(simulator.received()).toHaveLength(before)
  })

  it('survives invalid messages', () => {
    const { simulator, seat } = opened()
    simulator.sayText('<html>')
    simulator.sayText('null')
    expect(seat.connection.value).toBe('open')
  })
})
