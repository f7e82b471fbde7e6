import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { METHODS } from '../../../src/platform/calls/methods.js'
import { CALL_SHAPES } from '../../../src/platform/calls/shapes.js'

/** The parameters of a call by name; several shapes where it takes this or that. */
const shapesOf = (params: z.ZodType): readonly z.ZodRawShape[] => {
  if ('options' in params) return (params.options as z.ZodObject[]).map(({ shape }) => shape)
  return [(params as z.ZodObject).shape]
}

const PARAMETERS = METHODS.flatMap((method) =>
  shapesOf(CALL_SHAPES[method].params).flatMap((shape) =>
    Object.entries(shape).map(([name, schema]) => [method, name, schema as z.ZodType] as const),
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
