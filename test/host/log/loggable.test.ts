import { expect, it } from 'vitest'
import { loggable } from '../../../src/host/log/loggable.js'
import { BinaryAnswer } from '../../../src/host/session/binary-answer.js'

it('the log keeps of a picture its type and size, and of a long text its start and length', () => {
  expect(
    loggable({
      status: 'picked',
      image: new BinaryAnswer('image/png', new Uint8Array(7)),
      list: ['x'.repeat(10_001)],
    }),
  ).toEqual({
    status: 'picked',
    image: { type: 'image/png', size: 7 },
    list: [`${'x'.repeat(100)}… (10,001 characters)`],
  })
})
