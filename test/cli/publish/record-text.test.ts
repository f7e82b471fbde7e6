import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDocument, type RecordLayout } from '../../../src/cli/publish/record-text.js'
import { describeTime } from '../../../src/cli/publish/time-text.js'
import { safeLine } from '../../../src/terminal/safe-text.js'
import { styles } from '../../../src/terminal/style.js'

const NOW = Date.UTC(2026, 0, 2, 12)
const layout = { styles: styles(false), now: NOW, timeZone: 'UTC', describeAddresses: false }
const show = (document: unknown, change: Partial<RecordLayout> = {}) =>
  describeDocument(document, { ...layout, ...change })

describe('the answer of a read as text', () => {
  it('shows known-looking fields first and everything else after', () => {
    expect(
      show({
        posts: [
          {
            visibility: 'all',
            content: 'Hello\nworld',
            author: { id: 'm1', display_name: 'Ada' },
            created_at: '2026-01-02T11:00:00Z',
            id: 'p1',
            media_urls: [],
            counts: { likes: 3, replies: 0 },
          },
          { id: 'p2', text: 'Second' },
        ],
        has_more: true,
      }),
    ).toBe(
      'Ada · 1 h ago · p1\nHello\nworld\nvisibility: all\nauthor.id: m1\nmedia_urls: none\ncounts.likes: 3\ncounts.replies: 0\n\np2\nSecond\n\nhas_more: yes\n',
    )
  })

  it('shows exact times on request', () => {
    expect(show({ created_at: '2026-01-02T11:00:00Z' }, { now: null })).toBe('2026-01-02T11:00:00Z\n')
    expect(show({ created_at: '2026-07-02T11:00:00Z' }, { now: null, timeZone: 'America/New_York' })).toBe(
      '2026-07-02T07:00:00-04:00\n',
    )
  })

  it('reports an empty answer', () => {
    expect(show([])).toBe('No entries.\n')
    expect(show({ conversations: [] })).toBe('No entries.\n')
  })

  it('API 4: describes URLs in chats instead of showing them', () => {
    const text = show(
      {
        messages: [
          {
            text: 'see https://cdn.example/a.png',
            attachments: ['https://cdn.example/b.mp4?x', 'https://cdn.example/c'],
          },
        ],
      },
      { describeAddresses: true },
    )
    expect(text).toBe('see (a picture)\nattachments: (a video), (a link)\n')
  })

  it.each([
    ['HTTPS://CDN.EXAMPLE/A.PNG', '(a picture)'],
    ['ftp://cdn.example/a.mp3 and', '(a sound) and'],
    ['//cdn.example/a.pdf', '(a document)'],
    ['www.example.com/x', '(a link)'],
    ['data:image/png;base64,AAAA', '(a link)'],
    ['attachment://1/a.webm', '(a video)'],
    ['and/or, 1 // 2: a word', 'and/or, 1 // 2: a word'],
  ])('API 4: hides URLs of any scheme: %s', (text, shown) => {
    expect(show({ text }, { describeAddresses: true })).toBe(`${shown}\n`)
  })

  it('shows lists within lists', () => {
    expect(show([[{ id: 'a' }, ['b', 'c']]])).toBe('1.id: a\n2: b, c\n')
  })

  it('survives any nesting depth', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    for (const document of [deep, { a: deep }])
      expect(show(document)).toContain('nested deeper than 100 levels')
  })

  it('hides no value, and lets no control character reach the terminal', () => {
    const unsafe = /(?!\n)\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u
    const text = fc.string({
      unit: fc.constantFrom('a', '\u001b[2J', '\u0007', '\u202e', '\u009b', '\r', '"', 'é'),
    })
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(text, fc.constantFrom('id', 'content', 'author', 'created_at')), tie('tree'), {
          maxKeys: 4,
        }),
      ),
    }))
    fc.assert(
      fc.property(tree, (document) => {
        const shown = show(document)
        expect(shown).not.toMatch(unsafe)
        for (const leaf of textsOf(document)) expect(shown).toContain(safeLine(leaf))
      }),
    )
  })
})

const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

describe('times', () => {
  it.each([
    [0, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 min ago'],
    [3_600_000, '1 h ago'],
    [86_400_000, 'yesterday'],
    [2 * 86_400_000, '2 days ago'],
    [7 * 86_400_000, '2025-12-26'],
    [-1, 'just now'],
    [-120_000, 'just now'],
    [-120_001, '2026-01-02'],
  ])('%d ms ago is %s', (ago, expected) => {
    expect(describeTime(NOW - ago, NOW, 'UTC')).toBe(expected)
  })

  it("are counted in the reader's days and zone", () => {
    const at = Date.UTC(2026, 0, 1, 23, 30)
    expect(describeTime(at, Date.UTC(2026, 0, 3, 0, 0), 'UTC')).toBe('2 days ago')
    expect(describeTime(at, Date.UTC(2026, 0, 3, 0, 0), 'Asia/Tokyo')).toBe('yesterday')
    expect(describeTime(at, Date.UTC(2026, 0, 20), 'Asia/Tokyo')).toBe('2026-01-02')
    expect(describeTime(at, Date.UTC(2026, 0, 20), 'America/New_York')).toBe('2026-01-01')
  })

  it('are yesterday after 24 hours, also in a day of 25', () => {
    const midnight = Date.parse('2026-10-25T00:00:00+02:00')
    expect(describeTime(midnight, midnight + 24.5 * 3_600_000, 'Europe/Berlin')).toBe('yesterday')
  })
})
