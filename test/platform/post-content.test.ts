import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHashtags, findLinks, isVideoLink, withLinks } from '../../src/platform/post-content.js'
import { runs } from '../support/vitest/runs.js'

describe('API 2.5, rule 5: typed hashtags', () => {
  it.each([
    ['#tag', '#tag', 1],
    ['a #tag', '#tag', 3],
    ['(#tag)', '#tag', 2],
    ['##tag', '#tag', 2],
    ['#_', '#_', 1],
    ['#1st', '#1st', 1],
    ['#4_2', '#4_2', 1],
    ['#1 #a', '#a', 4],
    ['#größe!', '#größe', 1],
    ['-#タグ', '#タグ', 2],
    ['😀#a', '#a', 2],
    ['.#e\u0301t', '#e\u0301t', 2],
  ])('finds one in %j', (content, text, column) => {
    expect(findHashtags(content)).toEqual([{ text, line: 1, column }])
  })

  it.each([
    '# heading',
    'C#',
    'a#tag',
    'é#tag',
    '1#tag',
    '_#tag',
    '&#39;',
    '/#top',
    '#',
    '#️⃣',
    'We are #1!',
    '#42',
    '#1️⃣',
    '#٣',
    'https://example.com/page#part',
    'see https://example.com/?a=b&c=,#part',
    '<https://example.com/.#x>',
  ])('finds none in %j', (content) => {
    expect(findHashtags(content)).toEqual([])
  })

  it('names the line and column of each', () => {
    expect(findHashtags('one\r\ntwo #a\n\n #b')).toEqual([
      { text: '#a', line: 2, column: 5 },
      { text: '#b', line: 4, column: 2 },
    ])
  })
})

describe('API 2.5, rules 1 to 4: links', () => {
  const only = (content: string) =>
    findLinks(content).map(({ url, display, breaches }) => [url, display, breaches])

  it('takes bare links at the end, one per line, after the text', () => {
    expect(only('Play\nhttps://a.example/\nhttps://b.example/x')).toEqual([
      ['https://a.example/', 'card', []],
      ['https://b.example/x', 'card', []],
    ])
  })

  it('gives a card to the first two links that are not videos, and a player to every video', () => {
    expect(
      only(
        'x\nhttps://a.example\nhttps://youtu.be/1\nhttps://b.example\nhttps://c.example\nhttps://www.youtube.com/watch?v=2',
      ).map(([, display]) => display),
    ).toEqual(['card', 'player', 'card', 'link', 'player'])
  })

  it.each([
    ['[game](https://a.example)', 'https://a.example', 'wrapped'],
    ['<https://a.example>', 'https://a.example', 'wrapped'],
    ['"https://a.example"', 'https://a.example', 'wrapped'],
    ['(https://a.example/b_(c))', 'https://a.example/b_(c)', 'wrapped'],
    ['“https://a.example”', 'https://a.example', 'wrapped'],
    ['https://a.example.', 'https://a.example', 'punctuated'],
    ['https://a.example, yes', 'https://a.example', 'punctuated'],
    ['https://a.example!', 'https://a.example', 'punctuated'],
  ])('rule 2: %j renders as literal text', (content, url, breach) => {
    expect(only(content)).toEqual([[url, 'literal', [breach]]])
  })

  it('keeps the brackets and dots that belong to an address', () => {
    expect(only('https://a.example/b_(c)?d=e.f')).toEqual([['https://a.example/b_(c)?d=e.f', 'card', []]])
  })

  it('rule 1: a link within a line, or before text, gets no preview', () => {
    expect(only('see https://a.example now')).toEqual([['https://a.example', 'inline', ['shares-its-line']]])
    expect(only('https://a.example\nnow')).toEqual([['https://a.example', 'inline', ['before-text']]])
    expect(only('https://a.example https://b.example').map(([, display]) => display)).toEqual([
      'inline',
      'inline',
    ])
  })

  it('rule 4: a link that is repeated in the text', () => {
    expect(only('see https://a.example now\nhttps://a.example')).toEqual([
      ['https://a.example', 'inline', ['shares-its-line']],
      ['https://a.example', 'card', ['repeated']],
    ])
  })

  it.each([
    ['https://youtube.com/watch?v=1', true],
    ['https://m.youtube.com/', true],
    ['HTTPS://VIMEO.COM/1', true],
    ['https://notyoutube.com/', false],
    ['https://youtube.com.evil.example/', false],
    ['https://youtube.com@evil.example/', false],
    ['https://evil.example/youtube.com', false],
  ])('rule 3: %s is a video link: %s', (url, expected) => {
    expect(isVideoLink(url)).toBe(expected)
  })

  it('adds links where the rules want them, and none twice', () => {
    expect(withLinks('Text \n', ['https://a.example', 'https://b.example', 'https://a.example'])).toBe(
      'Text\nhttps://a.example\nhttps://b.example',
    )
    expect(withLinks('Text\nhttps://a.example', ['https://a.example'])).toBe('Text\nhttps://a.example')
    expect(withLinks('', ['https://a.example'])).toBe('https://a.example')
  })

  it('finds every link that it added, unbroken', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '.', 'é', '😀', '(', ')') }),
        fc.uniqueArray(
          fc.webUrl({ withQueryParameters: true }).filter((url) => !/[.,;:!?…)\]}'"`]$/.test(url)),
          {
            maxLength: 4,
          },
        ),
        (text, urls) => {
          const links = findLinks(withLinks(text, urls))
          expect(links.map(({ url }) => url)).toEqual(urls)
          expect(links.flatMap(({ breaches }) => breaches)).toEqual([])
        },
      ),
      { numRuns: runs(100) },
    )
  })
})
