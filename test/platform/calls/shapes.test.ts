import { describe, expect, it } from 'vitest'
import { parametersOf } from '../../../src/platform/calls/shapes.js'
import { METHODS } from '../../../src/platform/calls/table.js'

const PARAMETERS = METHODS.flatMap((method) =>
  parametersOf(method).flatMap((shape) =>
    Object.entries(shape).map(([name, schema]) => [method, name, schema] as const),
  ),
)

describe('7: an optional parameter that is null counts as absent', () => {
  const optional = PARAMETERS.filter(([, , schema]) => schema.safeParse(undefined).success)

  it('is true of every call that has one', () => {
    expect(new Set(optional.map(([method]) => method))).toEqual(
      new Set([
        'share',
        'pickImage',
        'pickVideo',
        'getNickname',
        'db.set',
        'db.get',
        'db.list',
        'mp.host',
        'mp.send',
        'ai.image.generate',
        'ai.audio.generate',
        'ai.ask',
      ]),
    )
  })

  it.each(optional)('%s: %s', (_method, _name, schema) => {
    expect(schema.safeParse(null)).toEqual({ success: true, data: undefined })
  })

  it('is not true of a parameter that the call needs, but for the data of a message, which may be any JSON', () => {
    const needed = PARAMETERS.filter(([, , schema]) => !schema.safeParse(undefined).success)
    const taken = needed.filter(([, , schema]) => schema.safeParse(null).success)
    expect(taken.map(([method, name]) => `${method} ${name}`)).toEqual(['mp.send data'])
  })
})
