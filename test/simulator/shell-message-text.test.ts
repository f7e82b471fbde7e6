import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ShellMessage } from '../../src/simulator/messages.js'
import { parseShellMessage, writeShellMessage } from '../../src/simulator/shell-message-text.js'
import { runs } from '../support/runs.js'

const request = (json: string | null, image?: string): ShellMessage => ({
  type: 'request',
  frame: 3,
  json,
  gesture: true,
  ...(image === undefined ? {} : { image }),
})

/** What is read of a message, once its parts are one text again. */
const readBack = (message: ShellMessage): unknown => {
  const text = writeShellMessage(message).join('')
  const [head = ''] = text.split('\n', 1)
  return parseShellMessage(head, () => text.slice(head.length + 1))
}

it('a message is read as it was written, however large its request is', () => {
  const text = fc.string({ unit: 'binary' })
  const isSame = (message: ShellMessage): boolean => {
    expect(readBack(message)).toEqual(message)
    return true
  }
  fc.assert(
    fc.property(text, fc.option(text, { nil: undefined }), (json, image) =>
      isSame(request(JSON.stringify({ json }), image)),
    ),
    { numRuns: runs(200) },
  )
  isSame(request(JSON.stringify({ text: '"\\\n'.repeat(50_000) })))
  isSame(request('{"image":""}', `data:image/png;base64,${'A'.repeat(100_000)}`))
  for (const message of [request(null), { type: 'open-app' } as const]) isSame(message)
})

it('the large text of a request is a part of its own, which is not escaped', () => {
  const json = JSON.stringify({ text: '"'.repeat(100_000) })
  expect(writeShellMessage(request(json)).at(-1)).toBe(json)
  const image = 'A'.repeat(100_000)
  expect(writeShellMessage(request('{}', image)).at(-1)).toBe(image)
  expect(writeShellMessage(request('{}'))).toHaveLength(1)
})

it.each([
  ['7', 7],
  ['null', null],
  ['[1]', [1]],
  ['"x"', 'x'],
  ['{"after":"type"}', {}],
])('text that is not a message gets nothing of one: %s', (text, read) => {
  expect(parseShellMessage(text, () => '{}')).toEqual(read)
})

it.each(['', '{', '{\r'])('text that is not JSON is an error: %j', (text) => {
  expect(() => parseShellMessage(text, () => '{}')).toThrow(SyntaxError)
})
