import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseShellMessage } from '../../src/simulator/server/windows/parse-shell-message.js'
import { writeShellMessage } from '../../src/simulator/shell-message-text.js'
import type { RequestImage, ShellMessage } from '../../src/simulator/shell-messages.js'
import { bytesOf } from '../support/cases/message-bytes.js'
import { runs } from '../support/vitest/runs.js'

const request = (json: string | null, image?: RequestImage): ShellMessage => ({
  type: 'request',
  frame: 3,
  json,
  gesture: true,
  ...(image === undefined ? {} : { image }),
})

const pictureOf = (bytes: Uint8Array): RequestImage => ({ type: 'image/png', bytes: Uint8Array.from(bytes) })

/** What is read of a message, once its parts are together. */
const readBack = (message: ShellMessage): unknown => parseShellMessage(bytesOf(writeShellMessage(message)))

it('a message is read as it was written, however large its request is', () => {
  const isSame = (message: ShellMessage): boolean => {
    const read = readBack(message)
    const image = message.type === 'request' ? message.image : undefined
    expect(read).toEqual(image === undefined ? message : { ...message, image: expect.anything() })
    if (image !== undefined)
      expect(read).toHaveProperty('image', { type: image.type, bytes: Buffer.from(image.bytes) })
    return true
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.option(fc.uint8Array()), (json, bytes) =>
      isSame(request(JSON.stringify({ json }), bytes === null ? undefined : pictureOf(bytes))),
    ),
    { numRuns: runs(200) },
  )
  isSame(request(JSON.stringify({ text: '"\\\n'.repeat(50_000) })))
  isSame(request('{"image":""}', pictureOf(new Uint8Array(100_000).fill(0xff))))
  for (const message of [request(null), { type: 'open-app' } as const]) isSame(message)
})

it('what is large in a request is a part of its own, which is not escaped', () => {
  const json = JSON.stringify({ text: '"'.repeat(100_000) })
  expect(writeShellMessage(request(json)).at(-1)).toBe(json)
  const image = pictureOf(new Uint8Array(100_000))
  expect(writeShellMessage(request('{}', image)).at(-1)).toBe(image.bytes)
  expect(writeShellMessage(request('{}'))).toHaveLength(1)
})

it.each([
  ['7', 7],
  ['null', null],
  ['[1]', [1]],
  ['"x"', 'x'],
  ['{"after":"type"}', {}],
  ['{"after":"image"}', {}],
])('text that is not a message gets nothing of one: %s', (text, read) => {
  expect(parseShellMessage(Buffer.from(`${text}\n{}`))).toEqual(read)
})

it.each(['', '{', '{\r'])('text that is not JSON is an error: %j', (text) => {
  expect(() => parseShellMessage(Buffer.from(`${text}\n{}`))).toThrow(SyntaxError)
})

it.each(['{"a":"\xff"}', '{"after":"json"}\n"\xff"'])(
  'bytes that are not UTF-8 are an error: %j',
  (bytes) => {
    expect(() => parseShellMessage(Buffer.from(bytes, 'latin1'))).toThrow(SyntaxError)
  },
)
