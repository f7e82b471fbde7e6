import { describe, expect, it } from 'vitest'
import { OPTIONS } from '../../../src/platform/calls/definition.js'
import { parametersOf } from '../../../src/platform/calls/shapes.js'
import { CALL_TABLE, METHODS } from '../../../src/platform/calls/table.js'

describe('4.1: the parameters of calls', () => {
  it.each(METHODS)('%s gets each of them by an argument of its own, or by its options', (method) => {
    const names: readonly string[] = CALL_TABLE[method].arguments
    const own = names.filter((name) => name !== OPTIONS)
    for (const shape of parametersOf(method)) {
      expect(Object.keys(shape)).toEqual(expect.arrayContaining(own))
      if (!names.includes(OPTIONS)) expect(Object.keys(shape).sort()).toEqual([...own].sort())
    }
  })
})
