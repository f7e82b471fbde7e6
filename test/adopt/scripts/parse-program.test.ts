import { expect, test } from 'vitest'
import { parseProgram, valuesOfProgram } from '../../../src/adopt/scripts/parse-program.js'

test('a script that several steps read is parsed and followed once', () => {
  const program = parseProgram('play(1)', 'script')
  expect(parseProgram(['play', '(1)'].join(''), 'script')).toBe(program)
  expect(parseProgram('play(1)', 'module')).not.toBe(program)
  expect(program).not.toBeNull()
  if (program === null) return
  expect(valuesOfProgram(program, 'script')).toBe(valuesOfProgram(program, 'script'))
})

test('what does not parse is not tried again, and is null each time', () => {
  expect(parseProgram('play(', 'script')).toBeNull()
  expect(parseProgram('play(', 'script')).toBeNull()
})

test('the trees of older scripts are given up, so that a large game fits the memory', () => {
  const engine = (name: string) => `${name}()\n//${'x'.repeat(1_400_000)}`
  const first = parseProgram(engine('first'), 'script')
  const second = parseProgram(engine('second'), 'script')
  expect(parseProgram(engine('first'), 'script')).toBe(first)
  parseProgram(engine('third'), 'script')
  expect(parseProgram(engine('first'), 'script')).toBe(first)
  expect(parseProgram(engine('second'), 'script')).not.toBe(second)
})
