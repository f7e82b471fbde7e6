import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../src/host/log/call-log.js'
import { brokenValues } from '../../src/playtest/judge-values.js'

const shows = (...lines: readonly string[]) =>
  brokenValues('index.html', [lines], []).map(({ message }) => message)

const call = (
  method: 'db.list' | 'db.set' | 'share' | 'storage.get' | 'storage.set',
  params: Readonly<Record<string, string | number | boolean>>,
  result: unknown = { saved: true },
): LogEntry => ({
  kind: 'call',
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  seat: 1,
  id: '1',
  method,
  wire: method,
  params,
  result,
  ms: 1,
  bytes: 1,
  gesture: false,
})

const found = (log: readonly LogEntry[]) => brokenValues('index.html', [], log).map(({ message }) => message)

const saves = (key: string, value: string) => found([call('storage.set', { key, value })])

/** @param texts saved one after the other; one in brackets was read */
const counts = (...texts: readonly string[]) =>
  found(
    texts.map((text) =>
      text.startsWith('[')
        ? call('storage.get', { key: 'taps' }, text.slice(1, -1))
        : call('storage.set', { key: 'taps', value: text }),
    ),
  )

describe('a value that only a program should see', () => {
  it.each([
    'Score: NaN',
    'NaN',
    'Hello, undefined!',
    '[object Object]',
    'Best: null',
    'Best null',
    'Hello, null!',
    '1. null 120',
    'Due Invalid Date',
    'NaN %',
    'It failed (undefined).',
    'Coins: -2',
    '♥ Lives −1',
    'Your balance: -0.5',
    'Second chance (-1 left)',
    '-3 moves left',
    'Time: -1',
    '⏱ Time left −3 s',
    'Question 6 of 5',
    'Level 11/10',
    'Loading… 104 %',
    'Accuracy: 150%',
    'Distance: 0.30000000000000004 km',
    'You have run 12.299999999999999',
    'Won: 66.66666666666667 %',
    'Failed: RangeError: Invalid time value',
    'TypeError: score.map is not a function',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of an app.
    'Hello, ${name}!',
    'Level {level} is done',
    'You have {{ coins }} coins',
  ])('is shown: %s', (line) => {
    expect(shows('Play', line)).toEqual([`The app shows "${line}".`])
  })

  it.each([
    'Naniwa',
    '0.1 + 0.2 = 0.30000000000000004',
    'π is 3.141592653589793',
    'Human error: the token is not defined',
    'TypeErrors are fun',
    'Balance: 1.00000000000000000000',
    'null and void',
    'true, false, null',
    'A null 3',
    'this is null',
    'typeof x === undefined()',
    'Nana: 3',
    'Score: -2',
    'Hint (-5 coins)',
    '-5 coins',
    'Lives: 3 - 1',
    'Round 2 -3 left',
    'Balance your plate -1',
    'Question 5 of 5',
    'Health 120/100',
    'Time: 10 - 1',
    'Loading… 100 %',
    'Progress bonus: 150 %',
    'The set {a, b} is {}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of an app.
    'Type ${name} to print the variable',
    'greet({name})',
    'let x = {name}',
  ])('is not shown: %s', (line) => {
    expect(shows(line)).toEqual([])
  })

  it('is saved as a value, as a part of one or as a key', () => {
    expect(saves('best', 'NaN')).toEqual(['storage.set saves "NaN" under "best".'])
    expect(saves('state', '{"a":1,"b":"undefined"}')).toEqual([
      'storage.set saves "{"a":1,"b":"undefined"}" under "state".',
    ])
    expect(saves('user-undefined', '1')).toEqual(['storage.set saves under the key "user-undefined".'])
    expect(saves('coins', '-2')).toEqual(['storage.set saves "-2" under "coins".'])
    expect(saves('state', '{"coins":-2}')).toEqual(['storage.set saves "{"coins":-2}" under "state".'])
    expect(saves('state', '{"x":-2}')).toEqual([])
    expect(saves('taps', '١٢')).toEqual([
      'storage.set saves "١٢" under "taps": a number as this language writes it, which no program reads back.',
    ])
    expect(saves('name', 'لاعب ١٢')).toEqual([])
    expect(saves('price', '1.250,5')).toEqual([])
    expect(saves('best', '12')).toEqual([])
    expect(saves('state', '{"a":null}')).toEqual([])
  })

  it('is shared', () => {
    expect(found([call('share', { text: 'I got undefined points!' })])).toEqual([
      'The app shares "I got undefined points!".',
    ])
    expect(found([call('share', { text: 'I got 3 points!' }), call('share', {})])).toEqual([])
  })

  it('is a number that was added to a text', () => {
    expect(counts('1', '2', '[2]', '021', '0211')).toEqual([
      'storage.set saves "021" under "taps", after "2": a number was added to a string.',
    ])
    expect(counts('10', '20', '[20]', '2010', '201010')).toEqual([
      'storage.set saves "201010" under "taps", after "2010": a number was added to a string.',
    ])
  })

  it.each([
    ['a best score that grows tenfold', ['5', '[5]', '51']],
    ['the display of a calculator', ['[1]', '1', '11', '111']],
    ['a number that is read as one', ['1', '2', '[2]', '3', '4', '[4]', '41']],
    ['a time of the day', ['[0930]', '0945']],
  ])('is not %s', (_what, texts) => {
    expect(counts(...texts)).toEqual([])
  })

  it('is a score with a zero in front that becomes longer', () => {
    expect(shows('Score 01: your best yet!', 'Score 012. Your best is 12.')).toEqual([
      'The app shows "Score 012" and "Score 01": a number was added to a string.',
    ])
    expect(shows('SCORE: 0120', 'SCORE: 0950', 'Score 0', 'Score 05', 'Score 12')).toEqual([])
    expect(shows('Score 05', 'Points 0050', 'Score 05:12', 'Code 0', 'Code 01', 'Code 012')).toEqual([])
  })

  it('is a best that was replaced by a worse one', () => {
    const bests = (key: string, ...values: readonly string[]) =>
      found(values.map((value) => call('storage.set', { key, value })))
    expect(bests('best', '3', '12', '5')).toEqual([
      'storage.set saves "5" under "best", after "12": a best value should only improve.',
    ])
    expect(bests('highScore', '12', '5', '6')).toHaveLength(1)
    expect(bests('best', '3', '12', '14')).toEqual([])
    expect(bests('bestTime', '30.5', '22.1')).toEqual([])
    expect(bests('best', '3', '12', '0', '4', '5')).toEqual([])
    expect(bests('best', '0', '12', '0', '4', '0')).toEqual([
      'storage.set saves "0" under "best", after "12": a best value should only improve.',
    ])
    expect(bests('last', '3', '12', '5')).toEqual([])
  })
  it('is a ranking with the worst first', () => {
    const lists = (key: string, order: string, ...ranks: readonly number[]) =>
      found([
        ...ranks.map((rank) => call('db.set', { key, value: String(rank), rank })),
        call('db.list', { key, order }),
      ])
    expect(lists('best', 'rank_asc', 3, 12)).toEqual([
      'db.list asks for the lowest ranks of "best" first (rank_asc), but the app saves a record there when it is higher: the best scores are last.',
    ])
    expect(lists('weekScore', 'rank_asc', 3, 12)).toHaveLength(1)
    expect(lists('best', 'rank_desc', 3, 12)).toEqual([])
    expect(lists('best', 'rank_asc', 3)).toEqual([])
    expect(lists('best', 'rank_asc', 30, 22)).toEqual([])
    expect(lists('best', 'rank_asc', 30, 22, 25)).toEqual([])
    expect(lists('queue', 'rank_asc', 1, 2)).toEqual([])
    expect(lists('best', 'rank_asc', 1_790_000_000, 1_790_000_100)).toEqual([])
  })

  it('is a ranking whose first places are evicted first (4.6)', () => {
    const lists = (key: string, order: string, replaceable = false) =>
      found([call('db.set', { key, value: '30', rank: 30, replaceable }), call('db.list', { key, order })])
    expect(lists('best', 'rank_asc', true)).toEqual([
      'db.list asks for the lowest ranks of "best" first (rank_asc), but its records are replaceable: in a full store, the lowest ranks are evicted first.',
    ])
    expect(lists('best', 'rank_asc')).toEqual([])
    expect(lists('best', 'rank_desc', true)).toEqual([])
    expect(lists('queue', 'rank_asc', true)).toEqual([])
  })
})
