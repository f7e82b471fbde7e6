import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { topicsNamed } from '../../src/docs/search.js'
import { MANIFEST_FIELDS } from '../../src/platform/manifest-fields.js'
import { manifestJsonSchema } from '../../src/platform/manifest-json-schema.js'
import { sourceReference } from '../support/cases/reference.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const reference = await sourceReference()

const named = (name: string): readonly string[] => topicsNamed(reference, name).map(({ id }) => id)

const topic = (name: string) => {
  const [found] = topicsNamed(reference, name)
  if (found === undefined) throw new Error(`There is no topic ${name}.`)
  return found
}

const whole = (): string =>
  topic('manifest').parts.find(({ title }) => title === 'A complete manifest')?.code ?? ''

describe('the reference of the manifest', () => {
  it('finds a field by its path, and by its last name', () => {
    expect(named('manifest')).toEqual(['manifest'])
    expect(named('manifest.json')).toEqual(['manifest'])
    expect(named('manifest.products')).toEqual(['manifest.products'])
    expect(named('age_rating')).toEqual(['manifest.age_rating'])
    expect(named('statement')).toEqual(['manifest.access.statement', 'manifest.products.statement'])
  })

  it('lists every field with its type and whether it is required', () => {
    const fields = topic('manifest').parts.find(({ title }) => title === 'Fields')?.entries ?? []
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(MANIFEST_FIELDS).sort())
    expect(fields.map(({ name, topic }) => (topic === `manifest.${name}` ? '' : name)).join('')).toBe('')
    const types = new Map(fields.map(({ name, type }) => [name, type]))
    expect(types.get('name')).toBe('a string of 2 to 30 characters on one line (required)')
    expect(types.get('entry')).toBe(
      'the path of an .html or .htm file in the bundle (optional; default: `index.html`)',
    )
    expect(types.get('screenshots')).toBe(
      'an array of up to 5 paths, each the path of a PNG, JPEG or WebP file in the bundle (optional)',
    )
    expect(types.get('access.type')).toBe('one of free, one_time, pass_30d (required)')
    expect(types.get('access.price')).toBe(
      'a decimal string with up to 3 decimals, from 0.1 to 50 credits (required for the paid types)',
    )
    expect(types.get('products')).toBe('an array of up to 50 products (optional)')
    expect(types.get('capabilities.tools')).toBe('an array of tools, each one of web_search (optional)')
    expect([...types.values()].filter((type) => type?.includes('Invalid'))).toEqual([])
  })

  it('says of a field what it takes, whether it is needed, what people see, and shows it', () => {
    expect(topic('products.price').parts).toEqual([
      {
        title: 'At a glance',
        entries: [
          { name: 'Value', text: 'A decimal string with up to 3 decimals, from 0.1 to 20 credits.' },
          { name: 'Required', text: 'Yes.' },
          { name: 'People see', text: 'The price on the payment sheet.' },
        ],
      },
      { title: 'Example', code: '"price": "2.5"' },
    ])
    expect(topic('capabilities').parts.at(-1)?.code).toMatch(/^"capabilities": \{\n {2}"ai\.assistant"/)
  })

  it('shows every field of the manifest in an example', () => {
    const examples = reference.topics
      .filter(({ kind }) => kind === 'field')
      .map(({ id, parts }) => [id, parts.at(-1)?.code] as const)
    expect(examples).toHaveLength(Object.keys(MANIFEST_FIELDS).length)
    expect(examples.filter(([, code]) => code === undefined || code.includes('undefined'))).toEqual([])
  })

  it('has the rules of the manifest on its page', () => {
    const rules = topic('manifest').parts.find(({ title }) => title === 'Rules')?.entries ?? []
    expect(rules.map(({ name }) => name)).toContain('manifest/missing')
    expect(rules.every(({ name }) => name.startsWith('manifest/'))).toBe(true)
  })
})

describe('the complete manifest of the reference', () => {
  it('is accepted by check, in an app that has its files and uses what it declares', async () => {
    const files = sampleFiles()
    const icon = files['icon.png']
    if (icon === undefined) throw new Error('The sample has no icon.')
    const result = await check(
      memoryBundle({
        ...files,
        'manifest.json': whole(),
        'shots/flight.png': icon,
        'service-miniapp.js': readFileSync('dist/sdk/service-miniapp.js'),
        'index.html':
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Space cats</title><script src="service-miniapp.js"></script></head><body><button>Buy</button><script src="game.js"></script></body></html>',
        'game.js': USES,
      }),
    )
    expect(result.review).toBe('admin')
    expect(result.problems.filter(({ level }) => level !== 'info').map(({ rule }) => rule)).toEqual([
      'manifest/ai-capability',
    ])
  })
})

const USES = `Service.ready().catch(() => {})
Service.storage.get('best').catch(() => {})
document.querySelector('button').addEventListener('click', () => {
  Service.pay({ product: 'stars_100' }).then(({ purchase }) => Service.consume(purchase.id)).catch(() => {})
  Service.getPurchases().catch(() => {})
  Service.ai.ask({ prompt: 'Which planet is this?', web_search: true }).catch(() => {})
})
`

describe('the JSON schema for editors', () => {
  it('describes every field in the same words, within others too', () => {
    const text = JSON.stringify(manifestJsonSchema())
    for (const { text: words } of Object.values(MANIFEST_FIELDS))
      expect(text).toContain(JSON.stringify(words).slice(1, -1))
  })
})
