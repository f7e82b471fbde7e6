import { describe, expect, it } from 'vitest'
import { OPTIONS } from '../../../src/platform/calls/definition.js'
import { METHODS } from '../../../src/platform/calls/methods.js'
import { CALL_SHAPES } from '../../../src/platform/calls/shapes.js'
import { CALL_TABLE, type Method } from '../../../src/platform/calls/table.js'

/** The parameters that a method may have, whichever of its kinds they are of. */
const shapesOf = (method: Method) => {
  const { params } = CALL_SHAPES[method]
  return 'options' in params ? params.options.map(({ shape }) => shape) : [params.shape]
}

describe('4.1: the parameters of calls', () => {
  it.each(METHODS)('%s gets each of them by an argument of its own, or by its options', (method) => {
    const names: readonly string[] = CALL_TABLE[method].arguments
    const own = names.filter((name) => name !== OPTIONS)
    for (const shape of shapesOf(method)) {
      expect(Object.keys(shape)).toEqual(expect.arrayContaining(own))
      if (!names.includes(OPTIONS)) expect(Object.keys(shape).sort()).toEqual([...own].sort())
    }
  })
})
