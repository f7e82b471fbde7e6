import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDocument, type RecordLayout } from '../../../src/cli/publish/record-text.js'
import { describeTime } from '../../../src/cli/publish/time-text.js'
import { safeLine } from '../../../src/terminal/safe-text.js'
import { styles } from '../../../src/terminal/style.js'

const NOW = Date.UTC(2026, 0, 2, 12)
const layout = { styles: styles(false), now: NOW, timeZone: 'UTC', columns: Number.POSITIVE_INFINITY }
const show = (document: unknown, change: Partial<RecordLayout> = {}) =>
  describeDocument(document, { ...layout, ...change })

describe('the answer of a read as text', () => {
  it('composes posts: author and time, text, media, facts, then every other field that says something', () => {
    expect(
      show({
        posts: [
          {
            visibility: 'all',
            content: 'Hello\nworld',
            author: { id: 'm1', username: 'ada', display_name: 'Ada' },
            created_at: '2026-01-02T11:00:00Z',
            id: 'p1',
            media_urls: ['https://cdn.example/a.png', 'media_1'],
            hashtags: ['fun', '#games'],
            content_rating: 'suggestive',
            app: 'Arcade',
            counts: { likes: 3, reply_count: 0 },
            edited_at: null,
            card: { title: '', tags: [] },
          },
          { id: 'p2', text: 'Second', content_rating: 'sfw', media_urls: [] },
        ],
        has_more: true,
      }),
    ).toBe(
      `Ada @ada · 1 h ago
Hello
world
▪ https://cdn.example/a.png
▪ media_1
#fun #games
p1 · suggestive · via Arcade · 3 likes · 0 reply count
visibility: all
author.id: m1

Second
p2

There is more: raise --limit, up to 50.
`,
    )
    expect(show({ posts: [{ text: 'One' }], has_more: false })).toBe('One\n')
  })

  it('composes notifications, conversations, messages and a profile', () => {
    expect(
      show({
        notifications: [
          {
            id: 'n1',
            type: 'reaction',
            member_id: 'm2',
            subject_id: 'p1',
            created_at: '2026-01-02T11:59:00Z',
          },
          { id: 'n2', type: 'mini_app_held', text: 'It waits.', subject_id: 'ma_1' },
          { id: 'n3', type: 'poke', member_id: 'm2' },
          { id: 'n4', type: 'A <b>' },
        ],
      }),
    ).toBe(
      'm2 reacted · 1 min ago\nn1 · → p1\n\nMini app held\nIt waits.\nn2 · → ma_1\n\nm2 · n3\ntype: poke\n\nn4\ntype: A <b>\n',
    )
    expect(
      show({
        conversations: [{ id: 'c1', member_ids: ['m1', 'm2'], last_message_at: '2026-01-01T12:00:00Z' }],
      }),
    ).toBe('c1 · yesterday\nwith m1, m2\n')
    expect(show({ conversation_id: 'c1', messages: [{ id: 'x', sender_id: 'm2', text: 'Hi' }] })).toBe(
      'm2\nHi\nx\n\n→ c1\n',
    )
    expect(show({ id: 'm1', username: 'ada', display_name: 'Ada', bio: 'Games.', stats: { posts: 2 } })).toBe(
      'Ada @ada\nGames.\nm1 · 2 posts\n',
    )
  })

  it('wraps for the width of a terminal', () => {
    const text = 'Hello wide world of words, see https://cdn.example/a-long-address-that-stays-whole'
    expect(show({ content: text, note: 'one two three four five six seven' }, { columns: 24 })).toBe(
      'Hello wide world of\nwords, see\nhttps://cdn.example/a-long-address-that-stays-whole\nnote: one two three\n  four five six seven\n',
    )
    const long = 'word '.repeat(40).trim()
    const widths = show({ content: long }, { columns: 400 })
      .split('\n')
      .map(({ length }) => length)
    expect(Math.max(...widths)).toBe(99)
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
