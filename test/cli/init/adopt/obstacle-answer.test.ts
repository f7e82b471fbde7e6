import { describe, expect, it } from 'vitest'
import { obstacleAnswer } from '../../../../src/cli/init/adopt/obstacle-answer.js'

const verdictOf = (url: string): string =>
  obstacleAnswer('game', null, [{ kind: 'remote', file: 'index.html', line: 7, url }]).plays.sentence

describe('why a game that loads something remote does not work', () => {
  it.each([
    ['https://cdn.example.com/engine.js', 'add the file to the folder and load it from there.'],
    ['//game-cdn.poki.com/scripts/v2/poki-sdk.js', "remove that game portal's SDK and the calls to it."],
    ['https://sdk.crazygames.com/crazygames-sdk-v3.js', "remove that game portal's SDK and the calls to it."],
    ['https://nopoki.com/a.js', 'add the file to the folder and load it from there.'],
  ])('%s', (url, advice) => {
    expect(verdictOf(url)).toBe(
      `It does not work: index.html:7 loads ${url}, and a mini app has no network: ${advice}`,
    )
  })
})

it('names the page of another host that a page only shows', () => {
  const url = 'https://play.example/run?id=1'
  expect(
    obstacleAnswer('game', null, [{ kind: 'framed', file: 'index.html', line: 3, url }]).plays.sentence,
  ).toBe(
    `It does not work: index.html:3 only shows ${url} in a frame, and a mini app has no network: give the folder of the game itself.`,
  )
})

describe('why a game that is too large does not work', () => {
  const MB = 1_048_576
  const largest = [
    { file: 'fonts/a.ttf', bytes: 16 * MB },
    { file: 'fonts/b.ttf', bytes: 7.5 * MB },
  ]

  it.each([
    ['zip-too-large', 23.7 * MB, 'its files make a zip of 23.7 MB, and an upload can have at most 20 MB'],
    ['too-large', 70 * MB, 'its files total 70 MB, and a mini app can have at most 60 MB'],
  ] as const)('%s: names the largest files', (kind, bytes, words) => {
    const of = (advice: string | null): string =>
      obstacleAnswer('game', null, [{ kind, bytes, largest, advice }]).plays.sentence
    expect(of(null)).toBe(
      `It does not work: ${words}: make its largest files smaller, or leave them out with --drop: fonts/a.ttf (16 MB), fonts/b.ttf (7.5 MB).`,
    )
    expect(of('export it smaller')).toBe(`It does not work: ${words}: export it smaller.`)
  })
})
