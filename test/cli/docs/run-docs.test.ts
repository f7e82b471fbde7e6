import { describe, expect, it } from 'vitest'
import type { CommandContext } from '../../../src/cli/context.js'
import { type DocsOptions, runDocs } from '../../../src/cli/run-docs.js'
import type { Reference, Topic } from '../../../src/docs/topic.js'
import { Failure } from '../../../src/failure.js'
import { styles } from '../../../src/terminal/style.js'
import { sourceReference } from '../../support/cases/reference.js'

const reference = await sourceReference()

const docs = async (
  words: readonly string[],
  options: Partial<DocsOptions> = {},
  { columns = 80, from = reference } = {},
) => {
  let out = ''
  let code = 0
  const notes: string[] = []
  const context: CommandContext = {
    cwd: '.',
    environment: {},
    stdin: process.stdin,
    out: (text) => {
      out += text
    },
    note: (line) => notes.push(line),
    noteFailure: () => {},
    outStyles: styles(false),
    noteStyles: styles(false),
    interactive: false,
    outIsTerminal: false,
    columns,
    noteColumns: Number.POSITIVE_INFINITY,
    interrupted: new AbortController().signal,
    openBrowser: async () => false,
    setExitCode: (given) => {
      code = given
    },
  }
  const failure = await runDocs(
    words,
    { all: false, format: 'text', open: false, port: 0, pager: true, ...options },
    context,
    from,
  ).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Failure) return { kind: error.kind, message: error.message, remedy: error.remedy }
      throw error
    },
  )
  return { out, notes, code, failure }
}

/** Code keeps its lines, however wide the terminal is. */
const withoutCode = (topic: Topic): Topic => ({
  ...topic,
  parts: topic.parts.map(({ type: _type, code: _code, ...part }) => part),
})

describe('miniapp docs', () => {
  it('shows a topic: parameters, result, taps, codes, limits and an example', async () => {
    const { out, notes, failure } = await docs(['storage.set'])
    expect({ notes, failure }).toEqual({ notes: [], failure: null })
    expect(out).toBe(`Service.storage.set(key, value)
call · sections 4.1, 8.2

Stores a text for this person. Store numbers and objects with \`JSON.stringify\`.

Parameters
  key    string
         The key: letters, digits and \`_ . : -\`.
  value  string
         The text: at most 4,096 characters.

Result
    true

At a glance
  Tap      Not required.
  Timeout  At most 20 seconds, then it rejects with \`TIMEOUT\`.
  Offline  Rejects with \`OFFLINE\` on a phone without a connection.
  Hosts    Every host has it.

Rejects with
  Every call can reject with \`NO_HOST\`, \`LAUNCH_INVALID\`, \`MINI_APP_UNAVAILABLE\`
  and \`MINI_APP_DELETED\`. This one also with:

  TIMEOUT         The host did not answer in time.
  INVALID         Bad parameters.
  INVALID_KEY     A storage key that does not match the pattern.
  VALUE_TOO_LONG  A stored value over 4,096 characters.
  STORAGE_FULL    More than 1,024 keys.
  RATE_LIMITED    Too many writes, reads or payment requests, or 500 live
                  matches for the app.
  OFFLINE         Phones only: no connection for a call that needs the service's
                  servers.

Limits
  4,096 characters  The longest value in \`storage\`, as \`string.length\`.
  1,024             Keys in \`storage\`, per person and app.
  128 characters    The longest key of \`storage\` and \`db\`.
  120               Writes to \`storage\` per minute.

Example
    const settings = { sound: true, level: 3 }
    await Service.storage.set('settings', JSON.stringify(settings))
`)
  })

  it.each([80, 60, 40])('keeps all text within %i columns, in every topic', async (columns) => {
    const from: Reference = { ...reference, topics: reference.topics.map(withoutCode) }
    const { out } = await docs([], { all: true }, { columns, from })
    // A word that is wider than a line stays whole.
    const tooWide = out.split('\n').filter((line) => line.length > columns && line.trim().includes(' '))
    expect(tooWide).toEqual([])
  })

  it('lists everything without a topic', async () => {
    const { out } = await docs([])
    expect(out).toContain('  payments     pay, getPurchases, consume\n')
    expect(out).toContain('  errors    Error codes: 26.\n')
  })

  it.each([
    [['pay'], 'Service.pay({ product })'],
    [['multiplayer', 'host'], 'Service.multiplayer.host({ max_players, public?, meta? })'],
    [['errors', 'busy'], 'BUSY'],
    [['4.3'], 'Payments'],
    [['html'], 'Rules for pages'],
    [['shop'], 'A shop that survives a crash'],
  ])('finds %j', async (words, title) => {
    expect((await docs(words)).out.split('\n')[0]).toBe(title)
  })

  it('says what else has the name', async () => {
    const { out, notes } = await docs(['theme'])
    expect(out.split('\n')[0]).toBe("Service.on('theme', listener)")
    expect(notes).toEqual(['Other topics named theme: switches/theme.'])
  })

  it('lists topics that contain the words where no topic has the name', async () => {
    const { out, notes, code } = await docs(['web', 'search'])
    expect(notes).toEqual(['There is no topic "web search". These mention it:'])
    expect(out).toContain('\n  ai.ask ')
    expect(code).toBe(0)
  })

  it('suggests the nearest name', async () => {
    expect((await docs(['storge'])).failure).toEqual({
      kind: 'usage',
      message: 'There is no topic "storge".',
      remedy: 'Did you mean storage?',
    })
    expect((await docs(['NEEDSTAP'])).failure?.remedy).toBe('Did you mean NEEDS_TAP?')
    expect((await docs(['qqqqqqqq'])).failure?.remedy).toBe('Run miniapp docs to list the topics.')
  })

  it('searches', async () => {
    expect((await docs([], { search: 'leaderboard' })).out).toContain('  db.list ')
    expect(await docs([], { search: 'qqqq' })).toEqual({
      out: '',
      notes: ['No topic contains "qqqq".'],
      code: 1,
      failure: null,
    })
    expect((await docs(['pay'], { search: 'pay' })).failure?.kind).toBe('usage')
  })

  it('gives JSON and Markdown', async () => {
    const topic = JSON.parse((await docs(['pay'], { format: 'json' })).out)
    expect(topic).toMatchObject({
      schema: 1,
      topic: { id: 'pay', kind: 'call', sections: ['4.1', '3.2', '4.3'] },
    })
    const found = JSON.parse((await docs([], { search: 'qqqq', format: 'json' })).out)
    expect(found).toEqual({ schema: 1, query: 'qqqq', topics: [] })
    const all = JSON.parse((await docs([], { all: true, format: 'json' })).out)
    expect(all.topics).toHaveLength(reference.topics.length)
    const { out, notes } = await docs(['theme'], { format: 'markdown' })
    expect(notes).toEqual([])
    expect(out).toMatch(/^# `Service\.on\('theme', listener\)`\n\n\*event\* `events\/theme`, section 6\n\n/)
    expect(out).toContain('## Data\n\n```ts\n')
  })

  it('gives an index in the form of an llms.txt as Markdown, and every topic after it with --all', async () => {
    const { out: index } = await docs([], { format: 'markdown' })
    expect(index).toMatch(
      /^# miniapp\n\n> The SDK reference of miniapp 1\.2\.3: [^\n]+\n\n## Calls\n\n- `ready`: /,
    )
    expect(index).toContain('\n- `pay`: Opens the payment sheet')
    const { out } = await docs([], { all: true, format: 'markdown' })
    const links = [...out.matchAll(/^- \[`[^`]+`\]\(#([^)]+)\): /gm)].map(([, id = '']) => id)
    const anchors = [...out.matchAll(/^<a id="([^"]+)"><\/a>\n\n# /gm)].map(([, id = '']) => id)
    expect(anchors).toEqual(reference.topics.map(({ id }) => id))
    expect([...links].sort()).toEqual([...anchors].sort())
  })

  it.each([
    [[], { format: 'html' }],
    [['pay'], { format: 'html', output: 'site' }],
    [[], { format: 'html', output: 'site', open: true }],
    [[], { format: 'markdown', output: 'site' }],
  ] as const)('says how the site is written: %j %j', async (words, options) => {
    const { out, failure } = await docs(words, options)
    expect({ out, kind: failure?.kind }).toEqual({ out: '', kind: 'usage' })
    expect(failure?.remedy).toContain('--output DIR')
  })
})
