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
