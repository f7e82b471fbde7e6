import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ShellMessage } from '../../src/simulator/messages.js'
import { parseShellMessage, writeShellMessage } from '../../src/simulator/shell-message-text.js'
import { runs } from '../support/runs.js'

const request = (json: string | null): ShellMessage => ({ type: 'request', frame: 3, json, gesture: true })

it('a message is read as it was written, however large its request is', () => {
  const readBack = (text: string): boolean => {
    const json = JSON.stringify({ text })
    const { json: read, ...rest } = parseShellMessage(writeShellMessage(request(json))) as { json: string }
    expect(rest).toEqual({ type: 'request', frame: 3, gesture: true })
    return read === json
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), readBack), { numRuns: runs(200) })
  expect(readBack('"\\\n'.repeat(50_000))).toBe(true)
  for (const message of [request(null), { type: 'open-app' } as const])
    expect(parseShellMessage(writeShellMessage(message))).toEqual(message)
})

it('a large request is not escaped', () => {
  const json = JSON.stringify({ text: '"'.repeat(100_000) })
  expect(writeShellMessage(request(json)).length).toBeLessThan(json.length + 100)
})

it.each(['7', 'null', '[1]', '"x"'])('text that is not a message does not have its shape: %s', (text) => {
  expect(parseShellMessage(`${text}\n{}`)).not.toHaveProperty('type')
})

it.each(['', '\n{}', '{', '{\n}'])('text that is not JSON is an error: %j', (text) => {
  expect(() => parseShellMessage(text)).toThrow(SyntaxError)
})
