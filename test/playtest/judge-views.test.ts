import { describe, expect, it } from 'vitest'
import {
  judgeViews,
  notFoundText,
  saysLoading,
  type View,
  type Views,
} from '../../src/playtest/judge-views.js'

const DRAWN: View = {
  lines: ['Snake', 'Best: 0'],
  bars: [],
  still: {
    cells: [
      [0, 0, 0],
      [255, 255, 255],
    ],
    plain: false,
  },
}
const EMPTY: View = { lines: [], bars: [], still: { cells: [[0, 0, 0]], plain: true } }
const FINE: Views = { first: DRAWN, played: DRAWN, reacted: true, playedMs: 5_000 }

const flaws = (views: Partial<Views>, blank = false) => judgeViews({ ...FINE, ...views }, blank)

describe('what a player sees', () => {
  it('has no flaw where the app shows something and reacts', () => {
    expect(flaws({})).toEqual([])
  })

  it('has none where the app closed itself, or was played too little to say', () => {
    expect(flaws({ first: null, played: null, reacted: null })).toEqual([])
    expect(flaws({ reacted: null, playedMs: 0 })).toEqual([])
  })

  it('is an error page at the start', () => {
    const error: View = { ...DRAWN, lines: ['Unexpected Application Error!', '404 Not Found'] }
    expect(flaws({ first: error, played: error, reacted: false })).toEqual([
      { rule: 'run/not-found', message: 'The app shows "404 Not Found" instead of its first view.' },
    ])
  })

  it('is an error page later', () => {
    expect(flaws({ played: { ...DRAWN, lines: ['Cannot GET /play'] } })).toEqual([
      { rule: 'run/not-found', message: 'After some taps and keys, the app shows "Cannot GET /play".' },
    ])
  })

  it('is empty once it has started, unless its first frame is reported as blank', () => {
    const views = { first: EMPTY, played: EMPTY, reacted: false }
    expect(flaws(views)).toEqual([
      {
        rule: 'run/empty-view',
        message: 'Once it has started, the app shows a single plain colour and no text.',
      },
    ])
    expect(flaws(views, true)).toEqual([])
  })

  it('is empty after it was played', () => {
    expect(flaws({ played: EMPTY })).toEqual([
      {
        rule: 'run/empty-view',
        message:
          'After some taps and keys, the app shows a single plain colour and no text, which it did not before.',
      },
    ])
  })

  it.each([
    ['Loading… 87 %', true],
    ['Loading 3/12', true],
    ['Loading', false],
    ['87%', false],
    ['Загрузка…', false],
  ])('hangs while it still shows %s, where it reacts: %s', (line, reacted) => {
    const view: View = { ...DRAWN, lines: [line] }
    expect(flaws({ first: view, played: view, reacted })).toEqual([
      { rule: 'run/loads-forever', message: `The app still shows "${line}" after 5 s of taps and keys.` },
    ])
  })

  it('hangs while a progress bar is not full and nothing reacts', () => {
    const view: View = { ...DRAWN, bars: ['40'] }
    expect(flaws({ first: view, played: view, reacted: false })).toEqual([
      {
        rule: 'run/loads-forever',
        message: 'The app still shows a progress bar that is not full (40) after 5 s of taps and keys.',
      },
    ])
    expect(flaws({ first: view, played: view }), 'the health of a player').toEqual([])
  })

  it('does not hang while what it loads grows, or it only mentions loading and reacts', () => {
    expect(
      flaws({ first: { ...DRAWN, lines: ['Loading 1/3'] }, played: { ...DRAWN, lines: ['Loading 2/3'] } }),
    ).toEqual([])
    const mention: View = { ...DRAWN, lines: ['Loading', 'Connecting 2 players'] }
    expect(flaws({ first: mention, played: mention })).toEqual([])
  })

  it.each([
    'Please rotate your device',
    'Turn your phone to play!',
    'This game is best played in landscape mode',
    'Bitte drehe dein Handy',
    'Gira tu dispositivo para jugar',
    'Поверните устройство',
    '请旋转设备',
  ])('asks to turn the device: %s', (line) => {
    expect(flaws({ first: { ...DRAWN, lines: [line] }, reacted: false })).toEqual([
      { rule: 'run/asks-to-turn', message: `The app asks users to turn the device: it shows "${line}".` },
    ])
  })

  it.each([
    'Press up to rotate the block',
    'Paint a landscape',
    'Turn the page',
    'Works in portrait and landscape',
  ])('does not ask to turn the device: %s', (line) => {
    expect(flaws({ first: { ...DRAWN, lines: [line] } })).toEqual([])
  })

  it('does not react', () => {
    expect(flaws({ reacted: false })).toEqual([
      { rule: 'run/never-reacts', message: 'Nothing on screen changed after any tap, drag or key.' },
    ])
  })
})

describe('a text that says that a page was not found', () => {
  it.each([
    [['404 Not Found', 'nginx'], '404 Not Found'],
    [['Not Found', 'The requested URL was not found on this server.'], 'Not Found'],
    [['404: This page could not be found.'], '404: This page could not be found.'],
    [['404', 'This page could not be found.'], 'This page could not be found.'],
    [['404', "The page you want doesn't exist."], '404'],
    [['Error 404'], 'Error 404'],
    [['Cannot GET /index.html'], 'Cannot GET /index.html'],
    [['Page not found'], 'Page not found'],
    [['File /levels/1 was not found'], 'File /levels/1 was not found'],
    [['No route matches /ma_abcdefghij/1.0.0/'], 'No route matches /ma_abcdefghij/1.0.0/'],
    [['The bundle has no file play.html.'], 'The bundle has no file play.html.'],
  ])('is known: %j', (lines, said) => {
    expect(notFoundText({ lines })).toBe(said)
  })

  it.each([
    [['404']],
    [['Score', '404', 'Best', '1404']],
    [['Level 404', 'The treasure was not found']],
    [['You found the page of the book']],
    [['No match was found. Invite a friend.']],
  ])('is not a score or a story: %j', (lines) => {
    expect(notFoundText({ lines })).toBeNull()
  })
})

describe('what a view shows as going on', () => {
  it('is a line that says so and little else, or a bar that is not full', () => {
    const lines = ['One moment…', 'Saving...', 'Loading', 'One moment of your time, please', 'Play']
    expect(saysLoading({ lines, bars: ['3'] })).toEqual([
      '"One moment…"',
      '"Saving..."',
      '"Loading"',
      'a progress bar that is not full (3)',
    ])
  })
})
