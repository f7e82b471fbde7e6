import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../src/host/log/call-log.js'
import { brokenValues } from '../../src/playtest/judge-values.js'

const shows = (...lines: readonly string[]) =>
  brokenValues('index.html', [lines], []).map(({ message }) => message)

const saves = (key: string, value: string) => {
  const entry: LogEntry = {
    kind: 'call',
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    seat: 1,
    id: '1',
    method: 'storage.set',
    wire: 'storage.set',
    params: { key, value },
    ms: 1,
    bytes: 1,
    gesture: false,
  }
  return brokenValues('index.html', [], [entry]).map(({ message }) => message)
}

describe('a value that only a program should see', () => {
  it.each([
    'Score: NaN',
    'NaN',
    'Hello, undefined!',
    '[object Object]',
    'Best: null',
    'Best null',
    'Due Invalid Date',
    'NaN %',
    'It failed (undefined).',
    'Coins: -2',
    '♥ Lives −1',
    'Your balance: -0.5',
    'Second chance (-1 left)',
    '-3 moves left',
  ])('is shown: %s', (line) => {
    expect(shows('Play', line)).toEqual([`The app shows "${line}".`])
  })

  it.each([
    'Naniwa',
    'null and void',
    'this is null',
    'typeof x === undefined()',
    'Nana: 3',
    'Score: -2',
    'Hint (-5 coins)',
    '-5 coins',
    'Lives: 3 - 1',
    'Round 2 -3 left',
    'Balance your plate -1',
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
    expect(saves('best', '12')).toEqual([])
    expect(saves('state', '{"a":null}')).toEqual([])
  })
})
