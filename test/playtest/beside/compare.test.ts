import { describe, expect, it } from 'vitest'
import {
  type ComparedVisit,
  compareVisits,
  isWithoutInternet,
  originalPlays,
} from '../../../src/playtest/beside/compare.js'
import type { View } from '../../../src/playtest/judge-views.js'

const CELLS = Array.from({ length: 100 }, (_, cell) => [cell < 30 ? 255 : 0, 0, 0] as const)

const view = (lines: readonly string[], cells: View['still']['cells'] = CELLS, plain = false): View => ({
  lines,
  bars: [],
  still: { cells, plain },
})

const START = view(['Snake', 'Best: 0', 'Play'])
const EMPTY = view([], Array(100).fill([0, 0, 0]), true)

const visit = (changes: Partial<ComparedVisit> = {}): ComparedVisit => ({
  first: START,
  played: view(['Score: 3', 'Best: 3']),
  reloaded: view(['Snake', 'Best: 3', 'Play']),
  reacted: true,
  playedMs: 5_000,
  missing: [],
  blocked: [],
  errors: [],
  sounds: [],
  ...changes,
})

const said = (here: Partial<ComparedVisit>, original: Partial<ComparedVisit> = {}) =>
  compareVisits(visit(here), visit(original)).map(({ kind, message, moment }) => [kind, moment, message])

describe('a mini app beside its original', () => {
  it('does not differ where a person notices nothing', () => {
    expect(said({})).toEqual([])
  })

  it('does not differ in what chance decides: cells and texts that two loads of the original do not share', () => {
    const board = (shift: number) =>
      view(
        ['Snake', `Today: ${['sun', 'rain', 'snow'][shift]}`],
        CELLS.map((_, cell) => [(cell + shift) % 3 === 0 ? 255 : 0, 0, 0] as const),
      )
    expect(
      said(
        { first: board(2), reloaded: board(1), played: board(0) },
        { first: board(0), reloaded: board(1), played: board(2) },
      ),
    ).toEqual([])
  })

  it('does not differ in how a server says that a file is not there, where a script reads it as data', () => {
    const errors = [
      `Uncaught SyntaxError: Unexpected token 'T', "The bundle"... is not valid JSON`,
      'SyntaxError: Unexpected end of JSON input',
    ]
    expect(said({ errors: [errors[0] ?? ''] }, { errors: [errors[1] ?? ''] })).toEqual([])
    expect(said({ errors: ['TypeError: a is null'] }, { errors })).toEqual([
      ['error', 'played', 'A script fails here, but not in the original: TypeError: a is null'],
    ])
  })

  it('does without what an original without the internet did not get, either', () => {
    const blocked = [
      'The sandbox blocked https://example.com/sdk.js (script-src-elem).',
      'The sandbox does not allow frames: <iframe> was removed.',
    ]
    const withoutInternet = { unreached: ['https://fonts.example'] }
    expect(said({ blocked: blocked.slice(0, 1) }, withoutInternet)).toEqual([])
    expect(said({ blocked }, withoutInternet)).toEqual([
      ['blocked', 'first', `The sandbox blocks something that the original can do: ${blocked[1]}`],
    ])
    expect(said({ blocked })).toEqual([
      [
        'blocked',
        'first',
        `The sandbox blocks something that the original can do (and 1 more): ${blocked[0]}`,
      ],
    ])
  })

  it('does without what a server of this machine does not answer there, either', () => {
    // A file outside the folder is outside the bundle, too.
    const outside = ['The sandbox blocked http://localhost:7780/lib/engine.js (script-src-elem).']
    expect(said({ blocked: outside }, { missing: ['/lib/engine.js'] })).toEqual([])
    expect(said({ blocked: outside }, { missing: ['/lib/other.js'] })).toHaveLength(1)
    const blocked = ['The sandbox blocked http://localhost:7780/user/ (connect-src).']
    expect(said({ blocked }, { unreached: ['http://localhost:7780'] })).toEqual([])
    expect(said({ blocked }, { unreached: ['http://localhost:9090'] })).toHaveLength(1)
    expect(isWithoutInternet({ unreached: ['http://localhost:7780', 'http://127.0.0.1:9'] })).toBe(false)
    expect(isWithoutInternet({ unreached: ['http://localhost:7780', 'https://cdn.example'] })).toBe(true)
    expect(isWithoutInternet({ unreached: ['https://www.googletagmanager.com'] })).toBe(false)
  })

  it('has no text that says that something was not found', () => {
    const error = view(['404 Not Found'])
    expect(said({ first: error, played: error, reloaded: error, reacted: false })).toEqual([
      ['not-found', 'first', 'The app shows "404 Not Found"; the original shows "Snake Best: 0 Play".'],
    ])
    expect(said({ played: error })).toEqual([
      [
        'not-found',
        'played',
        'After the same taps and keys, the app shows "404 Not Found", but the original does not.',
      ],
    ])
  })

  it('is not empty', () => {
    expect(said({ first: EMPTY, played: EMPTY, reloaded: EMPTY, reacted: false })).toEqual([
      ['empty', 'first', 'The first screen of the app is empty; the original shows "Snake Best: 0 Play".'],
    ])
    expect(said({ played: EMPTY })).toEqual([
      ['empty', 'played', 'After the same taps and keys, the view is empty here, but not in the original.'],
    ])
    expect(said({ played: EMPTY }, { played: EMPTY }), 'a game that ends in the dark').toEqual([])
    expect(said({ first: EMPTY }), 'a game that was still loading').toEqual([])
  })

  it('does not load forever', () => {
    const bar = view(['Loading… 87 %'])
    expect(said({ first: bar, played: bar, reloaded: bar, reacted: false })).toEqual([
      [
        'loads-forever',
        'played',
        'The app still shows "Loading… 87 %" here, but the original no longer does.',
      ],
    ])
  })

  it('has the text of the original', () => {
    const part = view(['Best: 0'])
    expect(said({ first: part, reloaded: part })).toContainEqual([
      'text',
      'first',
      'The first screen of the app lacks text that the original shows: "Snake Play".',
    ])
    const none = view([])
    expect(said({ first: none, reloaded: none })).toEqual([
      ['text', 'first', 'The first screen of the app has no text; the original shows "Snake Best: 0 Play".'],
    ])
  })

  it('looks the same', () => {
    const undrawn = Array(100).fill([0, 0, 0])
    expect(
      said({ first: view(START.lines, undrawn), reloaded: view(['Snake', 'Best: 3', 'Play'], undrawn) }),
    ).toEqual([['picture', 'first', 'The first screen of the app looks different from the original.']])
  })

  it('need not react where the original only left its page', () => {
    expect(said({ reacted: false }, { played: null, reacted: null })).toEqual([])
  })

  it('reacts as the original does', () => {
    expect(said({ reacted: false })).toEqual([
      ['no-reaction', 'played', 'Nothing here reacts to taps and keys, but the original does.'],
    ])
    expect(said({ reacted: false }, { reacted: false })).toEqual([])
  })

  it('need not react where an error stops it that the original has later', () => {
    const errors = ['Uncaught InvalidAccessError: not connected (1)']
    const laterErrors = ['InvalidAccessError: not connected (2)']
    expect(said({ reacted: false, errors })).toHaveLength(2)
    expect(said({ reacted: false, errors }, { laterErrors })).toEqual([])
    expect(said({ reacted: false, errors }, { laterErrors: ['TypeError: a is null'] })).toHaveLength(2)
    expect(said({ first: EMPTY, played: EMPTY, errors }, { laterErrors })).toEqual([
      ['empty', 'first', 'The first screen of the app is empty; the original shows "Snake Best: 0 Play".'],
    ])
  })

  it('need not react where the original was only loading at first', () => {
    const loading = view([], Array(100).fill([20, 20, 20]))
    expect(said({ played: START, reacted: false }, { first: loading, played: START })).toEqual([])
    const moved = view(
      START.lines,
      CELLS.map((colour, cell) => (cell < 95 ? colour : ([255, 255, 255] as const))),
    )
    expect(said({ played: START, reacted: false }, { first: loading, played: moved })).toHaveLength(1)
  })

  it('keeps a score that the original keeps', () => {
    expect(said({ reloaded: START })).toEqual([
      [
        'not-kept',
        'reloaded',
        'The score was lost after a reload: it was 3, and the app shows "Best: 0". The original keeps it.',
      ],
    ])
  })

  it('keeps a best score that is only on the home view', () => {
    const played = view(['Score: 3'])
    const over = view(['Score: 7'])
    const original = { played: over, reloaded: view(['Snake', 'Best: 7', 'Play']) }
    expect(said({ played, reloaded: START }, original)).toEqual([
      [
        'not-kept',
        'reloaded',
        'The score was lost after a reload: it was 3, and the app shows "Best: 0". The original keeps it.',
      ],
    ])
    const running = view(['Score: 3', 'Paused'])
    expect(
      said(
        { played: running, reloaded: START },
        { ...original, played: view(['Score: 7', 'Game over', '1 coin']) },
      ),
      'it is not over yet here',
    ).toEqual([])
  })

  it.each([
    [['3'], 1],
    [['{"best":3}', ''], 1],
    // Base64 and compressed texts are not read.
    [['eyJiZXN0IjozLCJ3aG8iOiJtZSJ9'], 1],
    [null, 1],
    [[''], 0],
    [['{"best":13,"when":30}', 'theme=dark'], 0],
  ])('keeps only what the original may have stored: %j', (stored, count) => {
    expect(said({ reloaded: START }, { stored })).toHaveLength(count)
  })

  it('need not keep what the original does not keep, or what nobody has earned', () => {
    expect(said({ reloaded: START }, { reloaded: START })).toEqual([])
    expect(said({ played: START, reloaded: START })).toEqual([])
  })

  it('has the files, rights, errors and sounds of the original', () => {
    expect(
      said(
        {
          missing: [
            'The app requested img/hero.png, which does not exist.',
            'The app requested a/old.png, which does not exist.',
          ],
          blocked: ['connect-src blocked https://api.example/x'],
          errors: ['Uncaught TypeError: x is 12', 'abort at f (blob:null/fc82:8:2)', 'SecurityError: denied'],
          sounds: [
            { url: 'http://localhost:1/ma_abcdefghij/1.0.0/hit.mp3', decodes: false },
            { url: 'http://localhost:1/ma_abcdefghij/1.0.0/win.mp3', decodes: false },
          ],
        },
        {
          missing: ['/a/old.png'],
          errors: ['TypeError: x is 3', 'abort at f (blob:http://localhost:1/eab0:8:2)'],
          sounds: [
            { url: 'http://localhost:2/hit.ogg?1', decodes: true },
            { url: 'http://localhost:2/win.mp3', decodes: false },
          ],
        },
      ),
    ).toEqual([
      [
        'missing-file',
        'first',
        'A file is missing here, but not in the original: The app requested img/hero.png, which does not exist.',
      ],
      [
        'blocked',
        'first',
        'The sandbox blocks something that the original can do: connect-src blocked https://api.example/x',
      ],
      ['error', 'played', 'A script fails here, but not in the original: SecurityError: denied'],
      ['sound', 'played', 'A sound cannot be played here, but can in the original: hit.mp3'],
    ])
  })
})

describe('an original', () => {
  it('plays unless it shows nothing, or only an error', () => {
    expect(originalPlays(visit())).toBe(true)
    expect(originalPlays(visit({ first: EMPTY, played: EMPTY }))).toBe(false)
    expect(originalPlays(visit({ first: EMPTY, played: null }))).toBe(false)
    expect(originalPlays(visit({ first: EMPTY })), 'it shows something only once it is played').toBe(true)
    expect(originalPlays(visit({ first: null }))).toBe(false)
    expect(originalPlays(visit({ first: view(['Cannot GET /']) }))).toBe(false)
  })
})
