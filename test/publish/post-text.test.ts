import { describe, expect, it } from 'vitest'
import { checkPostText } from '../../src/publish/post-text.js'

const rules = (content: string) =>
  checkPostText(content).problems.map(({ rule, level, line, column }) => [rule, level, line, column])

describe('API 2.5: the text of a post', () => {
  it('accepts 500 characters', () => {
    expect(checkPostText('a'.repeat(500))).toEqual({ characters: 500, problems: [], links: [] })
  })

  it('refuses 501 and reports the excess', () => {
    const { characters, problems } = checkPostText('a'.repeat(503))
    expect(characters).toBe(503)
    expect(problems).toMatchObject([
      {
        rule: 'too-long',
        level: 'error',
        message: 'The text has 503 characters; at most 500 are allowed.',
        fix: 'Shorten it by 3.',
      },
    ])
  })

  it('counts code points, and warns where UTF-16 units would be too many', () => {
    expect(rules('😀'.repeat(250))).toEqual([])
    expect(rules('😀'.repeat(251))).toEqual([['too-long-in-utf-16', 'warning', null, null]])
    expect(rules('😀'.repeat(500))).toEqual([['too-long-in-utf-16', 'warning', null, null]])
    expect(rules('😀'.repeat(501))).toEqual([['too-long', 'error', null, null]])
  })

  it('reports all problems, in the order of the text', () => {
    expect(rules('see https://a.example. and #tag\n(https://b.example) #more')).toEqual([
      ['punctuated', 'warning', 1, 5],
      ['hashtag', 'error', 1, 28],
      ['wrapped', 'warning', 2, 2],
      ['hashtag', 'error', 2, 21],
    ])
  })

  it('checks a huge text quickly', () => {
    // A time of computing: waiting for a busy machine does not count.
    const before = process.cpuUsage()
    expect(rules(`https://a.example/${')'.repeat(1_000_000)}`)).toEqual([['too-long', 'error', null, null]])
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  })
})
