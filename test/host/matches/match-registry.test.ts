import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MatchName, MatchRegistry } from '../../../src/host/matches/match-registry.js'
import { runs } from '../../support/vitest/runs.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const numbered = () => {
  let ids = 0
  let codes = 0
  return { id: () => `m${++ids}`, code: () => `c${++codes}` }
}
const newBook = () => new MatchRegistry(numbered())
const WISH = { maxPlayers: 2, public: false, meta: {} }

const enter = (
  book: MatchRegistry,
  host: string,
  players: readonly string[] = [],
  maxPlayers = 8,
  now = 0,
) => {
  const hosted = book.host(host, 'adult', { ...WISH, maxPlayers }, now)
  if (hosted.outcome !== 'entered') throw new Error(hosted.outcome)
  for (const player of players)
    expect(book.join(player, 'adult', { code: hosted.match.code }, now)).toMatchObject({ outcome: 'entered' })
  return hosted.match
}

describe('4.8: the match book', () => {
  it('2.7, 3.4: the host is the first player, and the next in order of joining becomes host', () => {
    const book = newBook()
    const match = enter(book, 'a', ['b', 'c'])
    expect(match.players).toEqual(['a', 'b', 'c'])
    expect(book.leave('b', 1)).toMatchObject({ newHost: null })
    expect(book.join('b', 'adult', { code: match.code }, 2)).toMatchObject({ outcome: 'entered' })
    expect(book.leave('a', 3)).toMatchObject({ newHost: 'c' })
    expect(match.players).toEqual(['c', 'b'])
    expect(book.leave('a', 4)).toBeNull()
  })

  it('8.3: who leaves and joins again gets no new burst of messages', () => {
    const book = newBook()
    const match = enter(book, 'a', ['b'])
    const taken = (count: number, now: number) =>
      Array.from({ length: count }, () => book.send('b', null, now)).filter(
        ({ outcome }) => outcome === 'sent',
      ).length
    expect(taken(41, 0)).toBe(40)
    book.leave('b', 0)
    book.join('b', 'adult', { code: match.code }, 0)
    expect(taken(10, 0)).toBe(0)
    book.leave('b', 0)
    enter(book, 'b', [], 8, 50)
    expect([taken(2, 50), taken(41, 2_050)]).toEqual([1, 40])
  })

  it('8.3: who was disconnected for far too many messages may join again', () => {
    const book = newBook()
    const match = enter(book, 'a', ['b'])
    const outcomes = Array.from({ length: 440 }, () => book.send('b', null, 0).outcome)
    expect(outcomes.slice(-2)).toEqual(['dropped', 'flooding'])
    book.join('b', 'adult', { code: match.code }, 0)
    expect(book.send('b', null, 0).outcome).toBe('dropped')
    expect(book.send('b', null, 50).outcome).toBe('sent')
  })

  it('4.8: a match is gone with its last player', () => {
    const book = newBook()
    const match = enter(book, 'a')
    expect(book.leave('a', 1)).toMatchObject({ newHost: null })
    expect(book.join('b', 'adult', { code: match.code }, 2)).toEqual({ outcome: 'unknown' })
    expect([...book.matches()]).toEqual([])
    expect(book.deadline()).toBeNull()
  })

  it('4.8: an id works only for public matches, a code for all', () => {
    const book = newBook()
    const match = enter(book, 'a')
    expect(book.join('b', 'adult', { id: match.id }, 0)).toEqual({ outcome: 'private' })
    expect(book.join('b', 'adult', { code: match.code }, 0)).toMatchObject({ outcome: 'entered' })
    const shown = book.host('c', 'adult', { ...WISH, public: true }, 0)
    if (shown.outcome !== 'entered') throw new Error(shown.outcome)
    expect(book.join('d', 'adult', { id: shown.match.id }, 0)).toMatchObject({ outcome: 'entered' })
    expect(book.join('e', 'adult', { id: shown.match.id }, 0)).toEqual({ outcome: 'full' })
  })

  it('4.8: players who may not meet find nothing, not even that a match is full', () => {
    const book = newBook()
    const match = enter(book, 'a', ['b'], 2)
    expect(book.join('kid', '13-15', { code: match.code }, 0)).toEqual({ outcome: 'hidden' })
    const open = book.host('c', 'adult', { ...WISH, public: true }, 0)
    expect(open).toMatchObject({ outcome: 'entered' })
    expect(book.list('kid', '13-15')).toEqual([])
    expect(book.list('d', 'adult')).toHaveLength(1)
  })

  it('8.3: 500 live matches, and one per person at a time', () => {
    const book = newBook()
    for (let n = 0; n < 500; n++) enter(book, `p${n}`)
    expect(book.host('p0', 'adult', WISH, 0)).toEqual({ outcome: 'already-in-match' })
    expect(book.host('one more', 'adult', WISH, 0)).toEqual({ outcome: 'too-many-matches' })
    book.leave('p7', 0)
    expect(book.host('one more', 'adult', WISH, 0)).toMatchObject({ outcome: 'entered' })
  })

  it('8.3: lists at most 50, the newest first, and neither full ones nor one’s own', () => {
    const book = newBook()
    const ids: string[] = []
    for (let n = 0; n < 60; n++) {
      const hosted = book.host(`p${n}`, 'adult', { ...WISH, public: true }, n)
      if (hosted.outcome === 'entered') ids.push(hosted.match.id)
    }
    expect(book.list('x', 'adult').map(({ id }) => id)).toEqual(ids.slice(10).reverse())
    book.join('x', 'adult', { id: ids[59] ?? '' }, 60)
    expect(book.list('y', 'adult').map(({ id }) => id)).toEqual(ids.slice(9, 59).reverse())
    expect(book.list('p58', 'adult').map(({ id }) => id)).toEqual([
      ...ids.slice(9, 58).reverse().slice(0, 49),
      ids[8],
    ])
  })

  it('8.3: one player is left and sends no messages for 10 minutes, counted from when the others left', () => {
    const book = newBook()
    enter(book, 'a', ['b'])
    expect(book.deadline()).toBe(4 * HOUR)
    book.leave('b', 30 * MINUTE)
    expect(book.deadline()).toBe(40 * MINUTE)
    book.send('a', null, 35 * MINUTE)
    expect(book.closeDue(45 * MINUTE - 1)).toEqual([])
    expect(book.closeDue(45 * MINUTE)).toMatchObject([{ reason: 'idle', players: ['a'] }])
    expect(book.matchOf('a')).toBeNull()
  })

  it('8.3: every match closes after 4 hours, however lively', () => {
    const book = newBook()
    enter(book, 'a', ['b'])
    for (let time = 0; time < 4 * HOUR; time += 5 * MINUTE) book.send('a', null, time)
    expect(book.closeDue(4 * HOUR - 1)).toEqual([])
    expect(book.closeDue(4 * HOUR)).toMatchObject([{ reason: 'expired', players: ['a', 'b'] }])
  })

  it('8.3: a match that was idle before its 4 hours were over closes as idle, however late that is seen', () => {
    const book = newBook()
    enter(book, 'a', ['b'])
    book.leave('b', 4 * HOUR - 10 * MINUTE - 1)
    expect(book.closeDue(5 * HOUR)).toMatchObject([{ reason: 'idle', players: ['a'] }])
    enter(book, 'c', ['d'])
    book.leave('d', 4 * HOUR - 10 * MINUTE)
    expect(book.closeDue(5 * HOUR)).toMatchObject([{ reason: 'expired', players: ['c'] }])
  })

  it('4.8: a message goes to all others or to one, and never to oneself or to somebody elsewhere', () => {
    const book = newBook()
    enter(book, 'a', ['b', 'c'])
    enter(book, 'x')
    const to = (person: string | null) => book.send('a', person, 0)
    expect(to(null)).toMatchObject({ outcome: 'sent', to: ['b', 'c'] })
    expect(to('c')).toMatchObject({ outcome: 'sent', to: ['c'] })
    for (const nobody of ['a', 'x', 'unknown']) expect(to(nobody)).toMatchObject({ outcome: 'sent', to: [] })
    expect(book.send('nobody', null, 0)).toEqual({ outcome: 'not-in-match' })
  })
})

// ---- Against a naive model: arrays, and everything looked up again each time ------------------------------------

interface ModelMatch {
  readonly id: string
  readonly code: string
  readonly max: number
  readonly open: boolean
  readonly group: string
  readonly start: number
  readonly players: string[]
  touched: number
}

class Model {
  now = 0
  matches: ModelMatch[] = []
  /** Messages of each player, in all matches; dropped ones since they were last disconnected for them. */
  sent = new Map<string, { taken: number[]; dropped: number[] }>()

  of(person: string) {
    return this.matches.find(({ players }) => players.includes(person))
  }

  enter(match: ModelMatch, person: string) {
    match.players.push(person)
    match.touched = this.now
    if (!this.sent.has(person)) this.sent.set(person, { taken: [], dropped: [] })
  }

  remove(person: string) {
    const match = this.of(person)
    if (match === undefined) return null
    const wasHost = match.players[0] === person
    match.players.splice(match.players.indexOf(person), 1)
    match.touched = this.now
    this.matches = this.matches.filter(({ players }) => players.length > 0)
    return { newHost: wasHost ? (match.players[0] ?? null) : null }
  }

  send(person: string): 'taken' | 'dropped' | 'flooding' {
    const { taken, dropped } = this.sent.get(person) ?? { taken: [], dropped: [] }
    const fits = [...taken, this.now].every(
      (since, index) => taken.length + 1 - index <= 40 + (this.now - since) / 50,
    )
    if (fits) {
      taken.push(this.now)
      const match = this.of(person)
      if (match !== undefined) match.touched = this.now
      return 'taken'
    }
    dropped.push(this.now)
    if (dropped.filter((time) => time > this.now - 10_000).length < 400) return 'dropped'
    dropped.splice(0)
    return 'flooding'
  }
}

interface Real {
  readonly book: MatchRegistry
}

const PEOPLE = ['a', 'b', 'c', 'd', 'e', 'f']
const GROUP: Readonly<Record<string, string>> = { a: '1', b: '1', c: '1', d: '1', e: '2', f: '2' }
const groupOf = (person: string) => GROUP[person] ?? ''

type Step = fc.Command<Model, Real>

const same = (model: Model, { book }: Real) => {
  expect([...book.matches()].map(({ id, players, group }) => ({ id, players: [...players], group }))).toEqual(
    model.matches.map(({ id, players, group }) => ({ id, players, group })),
  )
  for (const person of PEOPLE) expect(book.matchOf(person)?.id).toBe(model.of(person)?.id)
  const ends = model.matches.map((match) =>
    Math.min(match.start + 4 * HOUR, match.players.length === 1 ? match.touched + 10 * MINUTE : Infinity),
  )
  expect(book.deadline()).toBe(ends.length === 0 ? null : Math.min(...ends))
}

const step = (name: string, run: (model: Model, real: Real) => void): Step => ({
  check: () => true,
  run: (model, real) => {
    run(model, real)
    same(model, real)
  },
  toString: () => name,
})

const person = fc.constantFrom(...PEOPLE)

const hosting = fc.tuple(person, fc.integer({ min: 2, max: 4 }), fc.boolean()).map(([who, max, open]) =>
  step(`${who} hosts ${max} ${open}`, (model, { book }) => {
    const made = book.host(who, groupOf(who), { maxPlayers: max, public: open, meta: {} }, model.now)
    if (model.of(who) !== undefined) {
      expect(made).toEqual({ outcome: 'already-in-match' })
      return
    }
    if (made.outcome !== 'entered') throw new Error(made.outcome)
    const { id, code } = made.match
    const match = { id, code, max, open, group: groupOf(who), start: model.now, players: [], touched: 0 }
    model.matches.push(match)
    model.enter(match, who)
  }),
)

const joining = fc.tuple(person, fc.nat(5), fc.boolean()).map(([who, index, byCode]) =>
  step(`${who} joins ${index} ${byCode}`, (model, { book }) => {
    const match = model.matches[index]
    const name: MatchName = byCode ? { code: match?.code ?? '?' } : { id: match?.id ?? '?' }
    const { outcome } = book.join(who, groupOf(who), name, model.now)
    if (model.of(who) !== undefined) expect(outcome).toBe('already-in-match')
    else if (match === undefined) expect(outcome).toBe('unknown')
    else if (match.group !== groupOf(who)) expect(outcome).toBe('hidden')
    else if (!byCode && !match.open) expect(outcome).toBe('private')
    else if (match.players.length === match.max) expect(outcome).toBe('full')
    else {
      expect(outcome).toBe('entered')
      model.enter(match, who)
    }
  }),
)

const leaving = person.map((who) =>
  step(`${who} leaves`, (model, { book }) => {
    const left = book.leave(who, model.now)
    const gone = model.remove(who)
    expect(left === null ? null : { newHost: left.newHost }).toEqual(gone)
  }),
)

const sending = fc
  .tuple(person, fc.option(person), fc.constantFrom(1, 1, 1, 30, 200, 450))
  .map(([who, to, count]) =>
    step(`${who} sends ${count} to ${to}`, (model, { book }) => {
      for (let n = 0; n < count; n++) {
        const match = model.of(who)
        const sent = book.send(who, to, model.now)
        if (match === undefined) {
          expect(sent).toEqual({ outcome: 'not-in-match' })
          continue
        }
        const verdict = model.send(who)
        if (verdict === 'dropped') expect(sent.outcome).toBe('dropped')
        else if (verdict === 'taken')
          expect(sent).toMatchObject({
            outcome: 'sent',
            to: match.players.filter((other) => other !== who && (to === null || other === to)),
          })
        else
          expect(sent).toMatchObject({
            outcome: 'flooding',
            departure: { newHost: model.remove(who)?.newHost },
          })
      }
    }),
  )

const passing = fc.constantFrom(1, 49, 5_000, 3 * MINUTE, 10 * MINUTE, HOUR).map((milliseconds) =>
  step(`${milliseconds} ms pass`, (model, { book }) => {
    model.now += milliseconds
    const due = model.matches.flatMap((match) => {
      const expires = match.start + 4 * HOUR
      const idle = match.players.length === 1 ? match.touched + 10 * MINUTE : Infinity
      if (model.now < Math.min(expires, idle)) return []
      // Of two moments that passed, the first one was the end.
      return [{ id: match.id, reason: idle < expires ? 'idle' : 'expired', players: match.players }]
    })
    expect(
      book.closeDue(model.now).map(({ match, reason, players }) => ({ id: match.id, reason, players })),
    ).toEqual(due)
    model.matches = model.matches.filter(({ id }) => !due.some((closed) => closed.id === id))
  }),
)

const listing = person.map((who) =>
  step(`${who} lists`, (model, { book }) => {
    expect(book.list(who, groupOf(who)).map(({ id }) => id)).toEqual(
      model.matches
        .filter((match) => match.open && match.group === groupOf(who))
        .filter(({ players, max }) => players.length < max && !players.includes(who))
        .map(({ id }) => id)
        .reverse(),
    )
  }),
)

const closing = fc.constantFrom('1', '2').map((group) =>
  step(`group ${group} may not play`, (model, { book }) => {
    const closed = book.closeUnavailable((match) => match.group === group)
    expect(closed.map(({ match, reason }) => [match.id, reason])).toEqual(
      model.matches.filter((match) => match.group === group).map(({ id }) => [id, 'unavailable']),
    )
    model.matches = model.matches.filter((match) => match.group !== group)
  }),
)

describe('4.8, 8.3: matches, in any order of events', () => {
  it('are those of a naive model', () => {
    const steps = fc.commands([hosting, joining, joining, leaving, sending, passing, listing, closing], {
      maxCommands: 100,
      size: 'max',
    })
    fc.assert(
      fc.property(steps, (commands) => {
        fc.modelRun(() => ({ model: new Model(), real: { book: newBook() } }), commands)
      }),
      { numRuns: runs(60) },
    )
  })
})
