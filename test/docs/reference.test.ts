import { describe, expect, expectTypeOf, it } from 'vitest'
import { RULES } from '../../src/check/rules/index.js'
import { RULE_AREAS } from '../../src/docs/rule-topics.js'
import { searchTopics, topicsNamed } from '../../src/docs/search.js'
import type { AREAS } from '../../src/docs/texts/areas.js'
import type { OwnCall } from '../../src/docs/texts/own-calls.js'
import { SECTIONS } from '../../src/docs/texts/sections.js'
import type { Topic } from '../../src/docs/topic.js'
import { CALL_TABLE, type Method } from '../../src/platform/calls/table.js'
import { ERROR_CODES } from '../../src/platform/error-codes.js'
import type { EventName } from '../../src/platform/events.js'
import { PLAYTEST_RULES } from '../../src/playtest/rules.js'
import type { Difference } from '../support/cases/difference.js'
import { sourceReference } from '../support/cases/reference.js'

const reference = await sourceReference()
const { topics } = reference

const topic = (id: string): Topic => {
  const found = topics.find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is no topic ${id}.`)
  return found
}

const part = (id: string, title: string) => topic(id).parts.find((one) => one.title === title)

const namesIn = (id: string, title: string): readonly string[] =>
  (part(id, title)?.entries ?? []).map(({ name }) => name)

const ids = (found: readonly Topic[]): readonly string[] => found.map(({ id }) => id)

describe('the reference', () => {
  it('has an id for each topic, and no two with the same', () => {
    expect(topics.map(({ id }) => id)).toEqual([...new Set(topics.map(({ id }) => id))])
  })

  it('has every call and every event in an area', () => {
    type Listed<Field extends 'calls' | 'events'> = (typeof AREAS)[keyof typeof AREAS][Field][number]
    expectTypeOf<Difference<Listed<'calls'>, Method | OwnCall>>().toBeNever()
    expectTypeOf<Difference<Listed<'events'>, EventName>>().toBeNever()
  })

  it('has every call, code and rule', () => {
    for (const { name } of Object.values(CALL_TABLE)) expect(topic(name).kind).toBe('call')
    for (const code of Object.keys(ERROR_CODES)) expect(topic(`errors/${code}`).kind).toBe('error')
    for (const { id } of [...RULES, ...PLAYTEST_RULES]) expect(topic(id).kind).toBe('rule')
  })

  it('names each section of a topic once', () => {
    const doubled = topics.filter(({ sections }) => new Set(sections).size < sections.length)
    expect(ids(doubled)).toEqual([])
  })

  it('breaks types into lines that fit a terminal of 80 columns', () => {
    const lines = topics.flatMap(({ parts }) => parts.flatMap(({ type = '' }) => type.split('\n')))
    // They are indented by four columns.
    expect(lines.filter((line) => line.length > 76)).toEqual([])
  })

  it('leads only to topics that exist', () => {
    const dead = topics.flatMap(({ id, parts }) =>
      parts.flatMap(({ entries = [] }) =>
        entries
          .filter((entry) => entry.topic !== undefined && !ids(topics).includes(entry.topic))
          .map(({ name }) => `${id}: ${name}`),
      ),
    )
    expect(dead).toEqual([])
  })

  it('names only sections that have a heading, and areas that have a title', () => {
    const named = new Set(topics.flatMap(({ sections }) => sections))
    expect([...named].filter((section) => !Object.hasOwn(SECTIONS, section))).toEqual([])
    const areas = new Set([...RULES, ...PLAYTEST_RULES].map(({ id }) => id.split('/')[0]))
    expect([...areas].sort()).toEqual(Object.keys(RULE_AREAS).sort())
  })

  it('has an example for each call, event, code and guide, and for each rule of check', () => {
    const bare = topics.filter(
      ({ id, kind, parts }) =>
        ['call', 'event', 'error', 'guide', 'rule'].includes(kind) &&
        // What is wrong with a zip or with many files has no line of code to show, and `test` has no fixtures.
        !/^(?:run|zip|bundle)\//.test(id) &&
        !parts.some(
          ({ title, code, text }) =>
            title === 'Example' && (code !== undefined || (kind === 'rule' && text !== undefined)),
        ),
    )
    expect(ids(bare)).toEqual(['manifest/not-higher', 'script/too-long-to-parse'])
  })

  it('gives parameters, result and codes of a call in the words of the SDK', () => {
    const join = topic('multiplayer.join')
    expect(join.title).toBe('Service.multiplayer.join({ code } | { match })')
    expect(namesIn('multiplayer.join', 'Rejects with')).toEqual(
      [
        'INVALID',
        'NEEDS_TAP',
        'BUSY',
        'MATCH_FULL',
        'NO_SUCH_MATCH',
        'ALREADY_IN_MATCH',
        'OFFLINE',
        'UNKNOWN_METHOD',
      ].sort((a, b) => Object.keys(ERROR_CODES).indexOf(a) - Object.keys(ERROR_CODES).indexOf(b)),
    )
    expect(part('storage.set', 'Result')?.type).toBe('true')
    expect(part('db.get', 'Result')?.type).toMatch(/^\{[\s\S]*\} \| null$/)
    expect(part('pickImage', 'Parameters')?.entries).toEqual([
      {
        name: 'max_size?',
        type: 'number, 64 to 4,096',
        text: 'The longest side in pixels. Larger photos are scaled down. Default: 2,048.',
      },
    ])
    expect(topic('ai.ask').title).toBe(
      'Service.ai.ask({ prompt, context?, web_search?, format?, max_chars?, onProgress? })',
    )
  })

  it('gives limits with their units, and the calls that they concern', () => {
    expect(topic('limits/message-max-bytes').summary).toBe('A message of a match, as JSON: 1,024 bytes.')
    expect(topic('limits/share-image-max-bytes').summary).toBe('A picture to share: 6 MB.')
    expect(topic('limits/session-ms').summary).toBe(
      'How long a session lasts; after that, calls reject with `LAUNCH_INVALID`: 12 hours.',
    )
    expect(topic('limits/product-price-min-thousandths').summary).toBe(
      'The lowest price of a product: 0.1 credits.',
    )
    expect(namesIn('limits/message-max-bytes', 'Calls')).toEqual(['multiplayer.send'])
  })

  it('lists what belongs to a section', () => {
    expect(namesIn('4.4', 'Calls')).toEqual(['share'])
    expect(namesIn('4.2', 'Rules')).toContain('sdk/ready-unused')
  })
})

describe('a topic’s name', () => {
  it.each([
    ['pay', ['pay']],
    ['Service.pay()', ['pay']],
    ['window.Service.db.set(key, value)', ['db.set']],
    ['mp.send', ['multiplayer.send']],
    ['needs_tap', ['errors/NEEDS_TAP']],
    ['theme', ['events/theme', 'switches/theme']],
    ['share', ['share', 'switches/share']],
    ['nickname', ['nickname', 'events/nickname']],
    ['shop', ['guides/shop']],
    ['html/remote-url', ['html/remote-url']],
    ['section 4.3', ['4.3']],
    ['closed', ['events/mp.closed']],
    ['constructor', []],
    ['', []],
  ])('%s', (name, expected) => {
    expect(ids(topicsNamed(reference, name))).toEqual(expected)
  })
})

describe('a search', () => {
  it.each([
    ['web search', 'ai.ask'],
    ['image', 'ai.image.generate'],
    ['leaderboard', 'db.list'],
    ['too large', 'bundle/too-large'],
    ['NEEDS_TAP handler', 'errors/NEEDS_TAP'],
    ['refund consumable', 'limits/consumable-refund-ms'],
  ])('for %s finds it among the first', (words, id) => {
    expect(ids(searchTopics(reference, words)).slice(0, 6)).toContain(id)
  })

  it('finds beginnings of words, all of them, in any letter case', () => {
    expect(ids(searchTopics(reference, 'PaY'))[0]).toBe('pay')
    expect(ids(searchTopics(reference, 'pay zzz'))).toEqual([])
    expect(ids(searchTopics(reference, '  '))).toEqual([])
    // `play` contains `lay`, and does not begin with it.
    expect(searchTopics(reference, 'lay').every(({ id }) => !id.startsWith('multiplayer'))).toBe(true)
  })
})
