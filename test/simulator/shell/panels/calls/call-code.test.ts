import { describe, expect, it } from 'vitest'
import { CALL_TABLE, type CallName, type Method } from '../../../../../src/platform/calls/table.js'
import { paramsOf } from '../../../../../src/sdk/calls.js'
import { callCode } from '../../../../../src/simulator/shell/panels/calls/call-code.js'

/** Runs the code with an SDK whose calls return their name and the parameters that they would send. */
const run = async (code: string): Promise<unknown> => {
  const Service: Record<string, unknown> = {}
  for (const [method, { name }] of Object.entries(CALL_TABLE)) {
    const names = name.split('.')
    let owner = Service
    for (const part of names.slice(0, -1)) {
      owner[part] ??= {}
      owner = owner[part] as Record<string, unknown>
    }
    owner[names.at(-1) ?? ''] = (...values: unknown[]) => [
      name,
      JSON.parse(JSON.stringify(paramsOf(method as Method, values))),
    ]
  }
  return new Function('Service', `return (async () => ${code})()`)(Service) as Promise<unknown>
}

describe('a call as code', () => {
  it.each<[CallName, object, string]>([
    ['pay', { product: 'gems' }, "await Service.pay({ product: 'gems' })"],
    ['ready', {}, 'await Service.ready()'],
    ['storage.set', { key: 'best', value: '12' }, "await Service.storage.set('best', '12')"],
    [
      'multiplayer.send',
      { data: { x: 1 }, to: ['a'] },
      "await Service.multiplayer.send({ x: 1 }, { to: ['a'] })",
    ],
    ['multiplayer.send', { data: null }, 'await Service.multiplayer.send(null)'],
    ['getNickname', { ask: true }, 'await Service.getNickname({ ask: true })'],
    [
      'db.set',
      { key: 'score', value: 'a "long" text with \' and \n that does not fit', rank: 12, replaceable: true },
      `await Service.db.set('score', 'a "long" text with \\' and \\n that does not fit', {
  rank: 12,
  replaceable: true,
})`,
    ],
    [
      'multiplayer.send',
      JSON.parse('{"data":{"__proto__":1,"a-b":[],"c":{}}}') as object,
      "await Service.multiplayer.send({ ['__proto__']: 1, 'a-b': [], c: {} })",
    ],
  ])('%s %j', async (method, params, code) => {
    expect(callCode(method, params)).toBe(code)
    expect(await run(code)).toEqual([method, params])
  })

  it('has the parameters that are not an object as they are', () => {
    expect(callCode('pay', null)).toBe('await Service.pay()')
    expect(callCode('pay', 'gems')).toBe("await Service.pay('gems')")
  })

  it('does not exist for an unknown method', () => {
    expect(callCode(null, {})).toBeNull()
  })
})
