import { describe, expect, it } from 'vitest'
import { isPending } from '../../../src/host/log/call-log.js'
import { CALL_TABLE, type Method } from '../../../src/platform/calls/table.js'
import { hostRig } from '../../support/rigs/host-rig.js'

const METHODS = Object.keys(CALL_TABLE) as Method[]
const NAMES = [
  'key',
  'value',
  'data',
  'code',
  'match',
  'max_players',
  'product',
  'purchase',
  'prompt',
  'text',
]
const OTHERS = [
  'ask',
  'image',
  'max_size',
  'max_seconds',
  'rank',
  'order',
  'limit',
  'seed',
  'kind',
  'seconds',
]

/** Parameters that fit no call: none, of wrong types, and too small or too large. */
const WRONG: readonly unknown[] = [
  {},
  [],
  'text',
  ...[null, true, -1, 1e9, 0.5, '', 'x'.repeat(20_000), [], {}].map((value) =>
    Object.fromEntries([...NAMES, ...OTHERS].map((name) => [name, value])),
  ),
]

/** The words of the validation library. */
const OF_A_LIBRARY = /Invalid |expected |received |Too (?:small|big)|Unrecognized|zod|undefined|\bNaN\b/

describe('the messages of INVALID', () => {
  it.each(METHODS)('name %s as the SDK does, in plain words', async (method) => {
    const { open, log } = await hostRig()
    const page = await open()
    for (const params of WRONG) {
      page.person.choices.push(null)
      void page.call(method, params).catch(() => {})
    }
    await new Promise(setImmediate)
    const { name } = CALL_TABLE[method]
    for (const entry of log.entries()) {
      if (entry.kind !== 'call' || isPending(entry) || entry.error?.code !== 'INVALID') continue
      const words = `${entry.error.message} ${entry.why ?? ''}`
      expect(words).not.toMatch(OF_A_LIBRARY)
      if (name !== method) expect(words).not.toContain(method)
      if (entry.error.message.startsWith('Bad parameters')) expect(words).toContain(`\`${name}\``)
    }
  })
})
