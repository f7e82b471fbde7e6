import { describe, expect, it } from 'vitest'
import { CALL_ARGUMENTS, OPTIONS } from '../../../src/platform/calls/arguments.js'
import { CALLS } from '../../../src/platform/calls/shapes.js'
import { CALL_TABLE, type Method } from '../../../src/platform/calls/table.js'

const METHODS = Object.keys(CALL_TABLE) as Method[]

/** The parameters that a method may have, whichever of its kinds they are of. */
const shapesOf = (method: Method) => {
  const { params } = CALLS[method]
  return 'options' in params ? params.options.map(({ shape }) => shape) : [params.shape]
}

describe('4.1: the parameters of calls', () => {
  it.each(METHODS)('%s gets each of them by an argument of its own, or by its options', (method) => {
    const names: readonly string[] = CALL_ARGUMENTS[method]
    const own = names.filter((name) => name !== OPTIONS)
    for (const shape of shapesOf(method)) {
      expect(Object.keys(shape)).toEqual(expect.arrayContaining(own))
      if (!names.includes(OPTIONS)) expect(Object.keys(shape).sort()).toEqual([...own].sort())
    }
  })
})
