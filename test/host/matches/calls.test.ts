import { describe, expect, it } from 'vitest'
import type { ResultOf } from '../../../src/platform/calls/shapes.js'
import { CALL_SHAPES } from '../../../src/platform/calls/shapes.js'
import { type HostRig, hostRig, type Outcome, type Page } from '../../support/rigs/host-rig.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type ShownMatch = Extract<ResultOf<'mp.host'>, { match: unknown }>['match']

/** People with nicknames, in seats from 1. */
const people = async (rig: HostRig, count: number): Promise<readonly Page[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const page = await rig.open({ seat: index + 1 })
      page.person.choices.push({ nickname: `Person ${index + 1}` })
      await page.call('getNickname', { ask: true })
      return page
    }),
  )

const matchIn = (outcome: Outcome): ShownMatch => {
  if (!('result' in outcome)) throw new Error(outcome.code)
  const entered = CALL_SHAPES['mp.host'].result.parse(outcome.result)
  if (entered.status !== 'joined') throw new Error(entered.status)
  return entered.match
}

const host = async (page: Page, options: object = {}): Promise<ShownMatch> =>
  matchIn(await page.call('mp.host', { max_players: 8, ...options }))

const join = async (page: Page, code: string): Promise<ShownMatch> =>
  matchIn(await page.call('mp.join', { code }))

/** What an app was told, without the envelope, and forgets it. */
const told = (page: Page): readonly unknown[] => {
  const events = page.events().map((message) => {
    const { event, data } = message as { event: string; data: unknown }
    return [event, data]
  })
  page.posted.length = 0
  return events
}

const listed = async (page: Page): Promise<readonly { id: string }[]> => {
  const outcome = await page.call('mp.list', {}, false)
  if (!('result' in outcome)) throw new Error(outcome.code)
  return CALL_SHAPES['mp.list'].result.parse(outcome.result).matches
}

const whyOf = ({ log }: HostRig): string | undefined =>
  log.entries().findLast(({ kind }) => kind === 'call')?.why

/** Two people in a match, and nothing told yet. */
const pair = async (rig: HostRig) => {
  const [a, b] = await people(rig, 2)
  if (a === undefined || b === undefined) throw new Error('There are not two people.')
  const match = await host(a)
  await join(b, match.code)
  const [first, second] = [match.me, (await b.call('getContext')) as { result: { app_user_id: string } }]
  told(a)
  told(b)
  return { a, b, match, aId: first, bId: second.result.app_user_id }
}

describe('mp.host and mp.join', () => {
  it('2.7, 4.8: gives the match as its host and a joining player see it, and tells those who are there', async () => {
    const rig = await hostRig()
    const [a, b, c] = await people(rig, 3)
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are not three people.')
    const hosted = await host(a, { max_players: 3, meta: { level: 2 } })
    expect(hosted).toEqual({
      id: expect.stringMatching(/^m_/),
      code: expect.stringMatching(/^[A-Z2-9]{6}$/),
      max_players: 3,
      public: false,
      meta: { level: 2 },
      host: hosted.me,
      me: hosted.me,
      players: [{ id: hosted.me, nickname: 'Person 1' }],
    })
    const joined = await join(b, hosted.code)
    expect(joined).toEqual({
      ...hosted,
      me: `${hosted.me}~2`,
      players: [...hosted.players, { id: `${hosted.me}~2`, nickname: 'Person 2' }],
    })
    await join(c, hosted.code)
    const player = (seat: number) => ({ id: `${hosted.me}~${seat}`, nickname: `Person ${seat}` })
    expect(told(a)).toEqual([
      ['mp.joined', { player: player(2) }],
      ['mp.joined', { player: player(3) }],
    ])
    expect(told(b)).toEqual([['mp.joined', { player: player(3) }]])
    expect(told(c)).toEqual([])
  })

  it.each([
    ['mp.host', {}],
    ['mp.host', { max_players: 1 }],
    ['mp.host', { max_players: 9 }],
    ['mp.host', { max_players: 2.5 }],
    ['mp.host', { max_players: 2, public: 'yes' }],
    ['mp.host', { max_players: 2, meta: [] }],
    ['mp.host', { max_players: 2, meta: { x: 'y'.repeat(249) } }],
    ['mp.join', {}],
    ['mp.join', { code: 1 }],
    ['mp.send', {}],
    ['mp.send', { data: 1, to: 1 }],
  ])('7: INVALID for %s of %j', async (method, params) => {
    const rig = await hostRig()
    const page = await rig.open()
    expect(await page.call(method, params)).toEqual({ code: 'INVALID' })
    expect(page.person.sheets).toEqual([])
  })

  it('4.8: gives meta back whole, with any field names, and counts all of it', async () => {
    const rig = await hostRig()
    const [page] = await people(rig, 1)
    if (page === undefined) throw new Error('There is nobody.')
    const meta = (text: string): object => JSON.parse(`{"__proto__":{"level":"${text}"},"constructor":1}`)
    expect(await page.call('mp.host', { max_players: 2, meta: meta('x'.repeat(256)) })).toEqual({
      code: 'INVALID',
    })
    const match = await host(page, { meta: meta('3') })
    expect(JSON.stringify(match.meta)).toBe(JSON.stringify(meta('3')))
  })

  it('8.3: takes meta of 256 bytes of JSON, and counts bytes, not characters', async () => {
    const rig = await hostRig()
    const [page] = await people(rig, 1)
    if (page === undefined) throw new Error('There is nobody.')
    expect(await page.call('mp.host', { max_players: 2, meta: { x: 'é'.repeat(125) } })).toEqual({
      code: 'INVALID',
    })
    expect(await host(page, { meta: { x: 'é'.repeat(124) } })).toMatchObject({ max_players: 8 })
  })

  it('4.1: hosting and joining take a tap', async () => {
    const rig = await hostRig()
    const page = await rig.open()
    expect(await page.call('mp.host', { max_players: 2 }, false)).toEqual({ code: 'NEEDS_TAP' })
    expect(await page.call('mp.join', { code: 'ABCDEF' }, false)).toEqual({ code: 'NEEDS_TAP' })
  })

  it('7, 4.8: each refusal by its code', async () => {
    const rig = await hostRig()
    const [a, b, c] = await people(rig, 3)
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are not three people.')
    const match = await host(a, { max_players: 2 })
    expect(await a.call('mp.host', { max_players: 2 })).toEqual({ code: 'ALREADY_IN_MATCH' })
    expect(await a.call('mp.join', { code: match.code })).toEqual({ code: 'ALREADY_IN_MATCH' })
    expect(await b.call('mp.join', { code: 'ABCDEF' })).toEqual({ code: 'NO_SUCH_MATCH' })
    expect(whyOf(rig)).toContain('ABCDEF')
    expect(await b.call('mp.join', { match: match.id })).toEqual({ code: 'NO_SUCH_MATCH' })
    expect(whyOf(rig)).toContain('private')
    await join(b, match.code)
    expect(await c.call('mp.join', { code: match.code })).toEqual({ code: 'MATCH_FULL' })
    expect(await c.call('mp.send', { data: 1 })).toEqual({ code: 'NOT_IN_MATCH' })
    expect(await c.call('mp.leave')).toEqual({ result: {} })
  })

  it('7, 8.3: RATE_LIMITED for the 501st live match, and nobody is asked for a nickname in vain', async () => {
    const rig = await hostRig()
    const pages: Page[] = []
    for (let seat = 1; seat <= 500; seat++) {
      const page = await rig.open({ seat })
      page.person.choices.push({ nickname: 'Amber Badger' })
      await host(page, { public: true })
      pages.push(page)
    }
    const late = await rig.open({ seat: 501 })
    expect(await late.call('mp.host', { max_players: 2 })).toEqual({ code: 'RATE_LIMITED' })
    expect(late.person.sheets).toEqual([])
    expect(await listed(late)).toHaveLength(50)
    await pages[0]?.call('mp.leave')
    late.person.choices.push({ nickname: 'Late' })
    await host(late)
  })

  it('4.8: a public match is listed, and joined by its id', async () => {
    const rig = await hostRig()
    const [a, b, c] = await people(rig, 3)
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are not three people.')
    const match = await host(a, { max_players: 2, public: true, meta: { map: 'lake' } })
    expect(await listed(b)).toEqual([
      {
        id: match.id,
        players: 1,
        max_players: 2,
        meta: { map: 'lake' },
        host: match.me,
      },
    ])
    expect(await listed(a)).toEqual([])
    expect(matchIn(await b.call('mp.join', { match: match.id }))).toMatchObject({ id: match.id })
    expect(await listed(c)).toEqual([])
  })
})

describe('4.8: a nickname before the first match', () => {
  it('4.8: asks where there is none, and the match shows it', async () => {
    const rig = await hostRig()
    const page = await rig.open()
    page.person.choices.push({ nickname: 'Ana' })
    expect((await host(page)).players).toEqual([{ id: expect.any(String), nickname: 'Ana' }])
    await page.call('mp.leave')
    await host(page)
    expect(page.person.sheets.map(({ kind }) => kind)).toEqual(['nickname'])
    // Only the host menu's change is told (6).
    expect(told(page)).toEqual([])
  })

  it('4.8: cancelled where the sheet is closed, and nothing was hosted', async () => {
    const rig = await hostRig()
    const page = await rig.open()
    page.person.choices.push(null)
    expect(await page.call('mp.host', { max_players: 2 })).toEqual({ result: { status: 'cancelled' } })
    expect(await page.call('mp.send', { data: 1 })).toEqual({ code: 'NOT_IN_MATCH' })
    expect(rig.host.matches.view()).toEqual([])
  })

  it('7: asks nobody in vain: an unknown match is told before the sheet', async () => {
    const rig = await hostRig()
    const page = await rig.open()
    expect(await page.call('mp.join', { code: 'ABCDEF' })).toEqual({ code: 'NO_SUCH_MATCH' })
    expect(page.person.sheets).toEqual([])
  })

  it('7: BUSY while a sheet is open, and judged again once it is closed', async () => {
    const rig = await hostRig()
    const [a, b] = [await rig.open({ seat: 1 }), await rig.open({ seat: 2 })]
    a.person.choices.push({ nickname: 'Ana' })
    const match = await host(a, { max_players: 2 })
    const joining = b.call('mp.join', { code: match.code })
    expect(b.person.looking()).toBe(true)
    expect(await b.call('mp.host', { max_players: 2 })).toEqual({ code: 'BUSY' })
    await a.call('mp.leave')
    b.person.choose({ nickname: 'Bo' })
    expect(await joining).toEqual({ code: 'NO_SUCH_MATCH' })
  })

  it('4.8: is unavailable where multiplayer was switched off while the sheet was open', async () => {
    const rig = await hostRig()
    const page = await rig.open()
    const hosting = page.call('mp.host', { max_players: 2 })
    await rig.set({ multiplayer: 'off' })
    page.person.choose({ nickname: 'Ana' })
    expect(await hosting).toEqual({ result: { status: 'unavailable' } })
  })

  it('5: hosts nothing for a page that is gone, or whose session ended meanwhile', async () => {
    const rig = await hostRig()
    const page = await rig.open()
    const hosting = page.call('mp.host', { max_players: 2 })
    rig.clock.advance(12 * HOUR_MS)
    page.person.choose({ nickname: 'Ana' })
    expect(await hosting).toEqual({ code: 'LAUNCH_INVALID' })
    expect(rig.host.matches.view()).toEqual([])
  })

  it('4.8: children pick a suggested one, even where they typed one as somebody else', async () => {
    const rig = await hostRig()
    const [page] = await people(rig, 1)
    if (page === undefined) throw new Error('There is nobody.')
    await rig.set({ person: '13-15' })
    const hosting = page.call('mp.host', { max_players: 2 })
    const { offer } = page.person.sheets.at(-1) ?? {}
    const { suggestions, typing } = offer as { suggestions: readonly string[]; typing: boolean }
    expect(typing).toBe(false)
    page.person.choose({ nickname: 'Ana' })
    expect(page.person.faults).toHaveLength(1)
    page.person.choose({ nickname: suggestions[0] })
    expect(matchIn(await hosting).players).toEqual([{ id: expect.any(String), nickname: suggestions[0] }])
    await page.call('mp.leave')
    await host(page)
    expect(page.person.sheets).toHaveLength(2)
  })
})

describe('mp.send', () => {
  it('4.8: to all others or to one, in the order in which they were sent, and nothing comes back', async () => {
    const rig = await hostRig()
    const [a, b, c] = await people(rig, 3)
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are not three people.')
    const { code, me } = await host(a)
    await join(b, code)
    await join(c, code)
    for (const page of [a, b, c]) told(page)
    const sends = [{ data: 1 }, { data: null, to: `${me}~3` }, { data: [{ x: 'é' }], to: null }]
    expect(await Promise.all(sends.map((params) => a.call('mp.send', params, false)))).toEqual(
      Array(3).fill({ result: {} }),
    )
    const message = (data: unknown) => ['mp.message', { from: me, data }]
    expect(told(b)).toEqual([message(1), message([{ x: 'é' }])])
    expect(told(c)).toEqual([message(1), message(null), message([{ x: 'é' }])])
    expect(told(a)).toEqual([])
  })

  it('8.3: 1,024 bytes of JSON are taken, and one more is MESSAGE_TOO_LARGE', async () => {
    const rig = await hostRig()
    const { a, b } = await pair(rig)
    expect(await a.call('mp.send', { data: 'é'.repeat(511) })).toEqual({ result: {} })
    expect(await a.call('mp.send', { data: `x${'é'.repeat(511)}` })).toEqual({ code: 'MESSAGE_TOO_LARGE' })
    expect(told(b)).toHaveLength(1)
  })

  it('4.8: any JSON of that size is taken, nested as deep as it can be', async () => {
    const rig = await hostRig()
    const { a, b } = await pair(rig)
    const deepest: unknown = JSON.parse('['.repeat(512) + ']'.repeat(512))
    const own: unknown = JSON.parse('{"__proto__":{"constructor":null}}')
    for (const data of [deepest, own]) expect(await a.call('mp.send', { data })).toEqual({ result: {} })
    expect(told(b).map((event) => JSON.stringify(event))).toEqual([
      expect.stringContaining(JSON.stringify(deepest)),
      expect.stringContaining(JSON.stringify(own)),
    ])
  })

  it('8.3: 20 a second with bursts of 40; other messages are dropped, answered {} and logged', async () => {
    const rig = await hostRig()
    const { a, b } = await pair(rig)
    for (let n = 0; n < 41; n++) expect(await a.call('mp.send', { data: n })).toEqual({ result: {} })
    expect(told(b)).toHaveLength(40)
    expect(whyOf(rig)).toContain('Dropped')
    rig.clock.advance(50)
    await a.call('mp.send', { data: 'later' })
    await a.call('mp.send', { data: 'too soon' })
    expect(told(b)).toMatchObject([['mp.message', { data: 'later' }]])
    // Their own rate each.
    await b.call('mp.send', { data: 1 })
    expect(told(a)).toMatchObject([['mp.message', { data: 1 }]])
  })

  it('8.3, readings: 400 dropped within ten seconds disconnect the player', async () => {
    const rig = await hostRig()
    const { a, b, aId, bId } = await pair(rig)
    for (let n = 0; n < 439; n++) await a.call('mp.send', { data: n })
    expect(told(a)).toEqual([])
    expect(told(b)).toHaveLength(40)
    expect(await a.call('mp.send', { data: 'one too many' })).toEqual({ result: {} })
    expect(whyOf(rig)).toContain('disconnected')
    expect(told(a)).toEqual([['mp.closed', { reason: 'connection_lost' }]])
    expect(told(b)).toEqual([
      ['mp.left', { player: { id: aId, nickname: 'Person 1' }, reason: 'connection_lost' }],
      ['mp.host', { player: { id: bId, nickname: 'Person 2' } }],
    ])
    expect(await a.call('mp.send', { data: 1 })).toEqual({ code: 'NOT_IN_MATCH' })
  })

  it('4.8: says in the log that nobody has the id', async () => {
    const rig = await hostRig()
    const { a, b } = await pair(rig)
    expect(await a.call('mp.send', { data: 1, to: 'nobody' })).toEqual({ result: {} })
    expect(whyOf(rig)).toContain('nobody')
    expect(told(b)).toEqual([])
  })
})

describe('3.4: how matches and players end', () => {
  const LEAVERS: readonly (readonly [string, (page: Page, rig: HostRig) => Promise<unknown>, string])[] = [
    ['leaves', (page) => page.call('mp.leave'), 'left'],
    ['closes the app', (page) => page.call('close'), 'left'],
    ['loads the page again', (_page, rig) => rig.open({ seat: 1 }), 'connection_lost'],
    ['closes the window', async (page) => page.session.end('connection_lost'), 'connection_lost'],
    ['loses the connection for good', async (page) => page.session.end('connection_lost'), 'connection_lost'],
  ]

  it.each(LEAVERS)(
    '3.4: a player who %s leaves: the others are told, then who hosts',
    async (_what, go, reason) => {
      const rig = await hostRig()
      const { a, b, aId, bId, match } = await pair(rig)
      await go(a, rig)
      expect(told(a)).toEqual([])
      expect(told(b)).toEqual([
        ['mp.left', { player: { id: aId, nickname: 'Person 1' }, reason }],
        ['mp.host', { player: { id: bId, nickname: 'Person 2' } }],
      ])
      const again = await rig.open({ seat: 1 })
      expect(await join(again, match.code)).toMatchObject({ host: bId, me: aId })
      expect(told(b)).toEqual([['mp.joined', { player: { id: aId, nickname: 'Person 1' } }]])
    },
  )

  it('3.4: the host stays the same when another player leaves', async () => {
    const rig = await hostRig()
    const { a, b, bId } = await pair(rig)
    await b.call('mp.leave')
    expect(told(a)).toEqual([['mp.left', { player: { id: bId, nickname: 'Person 2' }, reason: 'left' }]])
  })

  it('3.4: a dropped connection closes the match only for that player', async () => {
    const rig = await hostRig()
    const { a, b, bId } = await pair(rig)
    expect(rig.host.dropConnection(2)).toBe(true)
    expect(rig.host.dropConnection(2)).toBe(false)
    expect(rig.host.dropConnection(7)).toBe(false)
    expect(told(b)).toEqual([['mp.closed', { reason: 'connection_lost' }]])
    expect(told(a)).toEqual([
      ['mp.left', { player: { id: bId, nickname: 'Person 2' }, reason: 'connection_lost' }],
    ])
  })

  it('3.4, 7: a phone that goes offline loses its connection', async () => {
    const rig = await hostRig()
    const { a, b } = await pair(rig)
    await rig.set({ platform: 'ios' }, 2)
    await rig.set({ network: { offline: true } })
    expect(told(b)).toEqual([['mp.closed', { reason: 'connection_lost' }]])
    expect(told(a)).toMatchObject([['mp.left', { reason: 'connection_lost' }]])
    expect(await b.call('mp.host', { max_players: 2 })).toEqual({ code: 'OFFLINE' })
  })

  it('5: the session’s end after 12 hours ends the match for that player', async () => {
    const rig = await hostRig()
    const a = (await people(rig, 1))[0]
    rig.clock.advance(11 * HOUR_MS)
    const b = await rig.open({ seat: 2 })
    b.person.choices.push({ nickname: 'Bo' })
    if (a === undefined) throw new Error('There is nobody.')
    await join(b, (await host(a)).code)
    told(a)
    rig.clock.advance(HOUR_MS - 1)
    expect([told(a), told(b)]).toEqual([[], []])
    rig.clock.advance(1)
    expect(told(a)).toEqual([['mp.closed', { reason: 'connection_lost' }]])
    expect(told(b).map((event) => (event as unknown[])[0])).toEqual(['mp.left', 'mp.host'])
    expect(await a.call('mp.send', { data: 1 })).toEqual({ code: 'LAUNCH_INVALID' })
  })

  it('8.3: idle: one player and no messages for ten minutes', async () => {
    const rig = await hostRig()
    const { a, b } = await pair(rig)
    rig.clock.advance(HOUR_MS)
    await b.call('mp.leave')
    told(a)
    rig.clock.advance(9 * MINUTE_MS)
    await a.call('mp.send', { data: 'still here' })
    rig.clock.advance(10 * MINUTE_MS - 1)
    expect(told(a)).toEqual([])
    rig.clock.advance(1)
    expect(told(a)).toEqual([['mp.closed', { reason: 'idle' }]])
    expect(rig.log.entries().at(-1)).toMatchObject({ at: '2026-01-01T01:19:00.000Z', event: 'mp.closed' })
    await host(a)
  })

  it('8.3: expired: four hours after the start, at that very moment', async () => {
    const rig = await hostRig()
    const { a, b } = await pair(rig)
    rig.clock.advance(5 * HOUR_MS)
    for (const page of [a, b]) expect(told(page)).toEqual([['mp.closed', { reason: 'expired' }]])
    expect(rig.log.entries().at(-1)?.at).toBe('2026-01-01T04:00:00.000Z')
    expect(await b.call('mp.send', { data: 1 })).toEqual({ code: 'NOT_IN_MATCH' })
  })

  it.each([
    ['multiplayer is switched off', { multiplayer: 'off' }],
    ['the app is blocked', { app: 'blocked' }],
    ['the app is deleted', { app: 'deleted' }],
  ] as const)(
    '3.1, 3.4: unavailable where %s, and nobody hears that somebody left',
    async (_what, change) => {
      const rig = await hostRig()
      const { a, b } = await pair(rig)
      await rig.set(change)
      for (const page of [a, b]) expect(told(page)).toEqual([['mp.closed', { reason: 'unavailable' }]])
      await rig.set({ multiplayer: 'everyone', app: 'live' })
      expect(await a.call('mp.send', { data: 1 })).toEqual({ code: 'NOT_IN_MATCH' })
    },
  )
})

describe('4.8, 5: who plays with whom', () => {
  it.each([
    ['an adult', { person: 'adult' }, true],
    ['an adult, where it is opened to adults', { multiplayer: 'adults' }, true],
    ['nobody, where it is off', { multiplayer: 'off' }, false],
    ['a child of 16', { person: '16-17' }, true],
    ['a child of 13', { person: '13-15' }, true],
    ['no child under 13', { person: 'under-13' }, false],
    ['no child, where it is opened to adults alone', { person: '16-17', multiplayer: 'adults' }, false],
    ['no child whose guardian did not allow it', { person: '13-15', guardian: { online: false } }, false],
    ['an adult, whatever a guardian said', { guardian: { online: false } }, true],
    ['nobody without a date of birth', { person: 'no-birth-date' }, false],
    ['nobody who is signed out', { person: 'signed-out' }, false],
  ] as const)('4.8: %s', async (_who, change, plays) => {
    const rig = await hostRig()
    const page = await rig.open()
    await rig.set(change)
    const context = (await page.call('getContext')) as { result: { features: readonly string[] } }
    expect(context.result.features.includes('multiplayer')).toBe(plays)
    if (plays) return
    expect(await page.call('mp.host', { max_players: 2 })).toEqual({ result: { status: 'unavailable' } })
    expect(whyOf(rig)).toEqual(expect.any(String))
    expect(await page.call('mp.join', { code: 'ABCDEF' })).toEqual({ result: { status: 'unavailable' } })
    expect(await page.call('mp.list')).toEqual({ result: { matches: [] } })
    expect(await page.call('mp.send', { data: 1 })).toEqual({ code: 'NOT_IN_MATCH' })
    expect(page.person.sheets).toEqual([])
  })

  it.each([
    ['adult', '16-17'],
    ['16-17', '13-15'],
    ['13-15', 'adult'],
  ] as const)('4.8: %s and %s never meet, and are never told that there is somebody', async (one, other) => {
    const rig = await hostRig()
    const a = await rig.open({ seat: 1 })
    const b = await rig.open({ seat: 2 })
    await rig.set({ person: one }, 1)
    await rig.set({ person: other }, 2)
    const hosting = a.call('mp.host', { max_players: 2, public: true })
    const { offer } = a.person.sheets[0] ?? {}
    a.person.choose({ nickname: (offer as { suggestions: readonly string[] }).suggestions[0] })
    const match = matchIn(await hosting)
    expect(await listed(b)).toEqual([])
    for (const name of [{ code: match.code }, { match: match.id }]) {
      expect(await b.call('mp.join', name)).toEqual({ code: 'NO_SUCH_MATCH' })
      expect(whyOf(rig)).toContain('age group')
    }
    await rig.set({ person: one }, 2)
    expect(await listed(b)).toHaveLength(1)
  })

  it('4.8, 5: a player whose guardian forbids it is out immediately; the others play on', async () => {
    const rig = await hostRig()
    await rig.set({ person: '16-17' })
    const pages = await Promise.all([1, 2, 3].map((seat) => rig.open({ seat })))
    let code = ''
    for (const page of pages) {
      const entering = page.call(code === '' ? 'mp.host' : 'mp.join', { max_players: 8, code })
      const { offer } = page.person.sheets[0] ?? {}
      page.person.choose({ nickname: (offer as { suggestions: readonly string[] }).suggestions[0] })
      code = matchIn(await entering).code
    }
    const [a, b, c] = pages
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are not three people.')
    for (const page of pages) told(page)
    await rig.set({ guardian: { online: false } }, 1)
    expect(told(a)).toEqual([['mp.closed', { reason: 'unavailable' }]])
    for (const page of [b, c])
      expect(told(page)).toMatchObject([
        ['mp.left', { reason: 'connection_lost' }],
        ['mp.host', {}],
      ])
    await rig.set({ multiplayer: 'adults' })
    for (const page of [b, c]) expect(told(page)).toEqual([['mp.closed', { reason: 'unavailable' }]])
  })

  it('9: an older host has no multiplayer', async () => {
    const rig = await hostRig()
    const page = await rig.open()
    await rig.set({ hostVersion: 'old' })
    expect(await page.call('mp.host', { max_players: 2 })).toEqual({ code: 'UNKNOWN_METHOD' })
  })
})

describe('6: the order of answers and events', () => {
  it('6: a joining player gets the answer before any event of the match', async () => {
    const rig = await hostRig()
    const { a, b, match } = await pair(rig)
    await b.call('mp.leave')
    told(b)
    // Both are under way in the same turn: the message is sent before the answer could go out.
    const joining = b.call('mp.join', { code: match.code })
    const sending = a.call('mp.send', { data: 1 })
    await Promise.resolve()
    const later = a.call('mp.send', { data: 2 })
    await Promise.all([joining, sending, later])
    expect(b.posted.map((message) => ('event' in message ? message.event : 'answer'))).toEqual([
      'answer',
      'mp.message',
    ])
    const kinds = rig.log.entries().filter(({ seat, kind }) => seat === 2 && kind !== 'note')
    expect(kinds.slice(-2).map(({ kind }) => kind)).toEqual(['call', 'event'])
  })

  it('4.8: nothing comes of the match after leave was answered', async () => {
    const rig = await hostRig()
    const { a, b } = await pair(rig)
    const leaving = b.call('mp.leave')
    const sending = a.call('mp.send', { data: 1 })
    await Promise.all([leaving, sending])
    expect(told(b)).toEqual([])
  })
})

describe('what will happen to matches by itself', () => {
  it('8.3: an end after four hours, and sooner for the last player left', async () => {
    const rig = await hostRig()
    const { b, match } = await pair(rig)
    const ends = () => rig.host.upcoming().filter(({ what }) => what.startsWith('match'))
    const start = rig.clock.now()
    expect(ends()).toEqual([
      {
        at: start + 4 * HOUR_MS,
        what: 'match-end',
        seat: null,
        count: 1,
        text: expect.stringContaining(match.code),
      },
    ])
    rig.clock.advance(MINUTE_MS)
    await b.call('mp.leave')
    expect(ends()).toMatchObject([{ at: start + 11 * MINUTE_MS, what: 'match-idle' }])
    rig.clock.advance(10 * MINUTE_MS)
    expect(ends()).toEqual([])
  })
})

describe('what the developer sees of matches', () => {
  it('shows players, seats, counts and the latest messages, and reports every change', async () => {
    const rig = await hostRig()
    let changes = 0
    rig.host.matches.onChange(() => {
      changes += 1
    })
    const { a, b, match, aId, bId } = await pair(rig)
    expect(changes).toBe(2)
    await a.call('mp.send', { data: { x: 1 } })
    await b.call('mp.send', { data: 2, to: aId })
    rig.clock.advance(1_000)
    expect(changes).toBe(4)
    const counts = { waiting: false, received: 1, sent: 1, dropped: 0, lost: 0, perSecond: 1 }
    const at = '2026-01-01T00:00:00.000Z'
    expect(rig.host.matches.view()).toEqual([
      {
        id: match.id,
        code: match.code,
        maxPlayers: 8,
        public: false,
        meta: {},
        host: aId,
        startedAt: at,
        endsAt: '2026-01-01T04:00:00.000Z',
        ends: 'expired',
        players: [
          { id: aId, seat: 1, nickname: 'Person 1', joinedAt: at, ...counts },
          { id: bId, seat: 2, nickname: 'Person 2', joinedAt: at, ...counts },
        ],
        holding: false,
        held: 0,
        sync: null,
        messages: [
          { seq: 1, at, from: aId, to: null, data: { x: 1 }, lostTo: [] },
          { seq: 2, at, from: bId, to: aId, data: 2, lostTo: [] },
        ],
      },
    ])
    rig.clock.advance(1_000)
    expect(rig.host.matches.view()[0]?.players[0]?.perSecond).toBe(0)
    for (let n = 0; n < 45; n++) await a.call('mp.send', { data: n })
    const view = rig.host.matches.view()[0]
    expect(view?.messages).toHaveLength(20)
    expect(view?.messages.at(-1)).toMatchObject({ seq: 42, data: 39 })
    expect(view?.players[0]).toMatchObject({ sent: 41, dropped: 5 })
    await a.call('mp.leave')
    await b.call('mp.leave')
    expect(rig.host.matches.view()).toEqual([])
  })
})
