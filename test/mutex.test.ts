import { expect, it } from 'vitest'
import { Mutex } from '../src/mutex.js'

it('a mutex runs one task after the other, in order, also after one that failed', async () => {
  const mutex = new Mutex()
  const happened: string[] = []
  const task = (name: string) => async () => {
    happened.push(`${name} starts`)
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    happened.push(`${name} ends`)
    if (name === 'b') throw new Error('No b.')
    return name
  }
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => mutex.run(task(name))))
  expect(results).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('No b.') },
    { status: 'fulfilled', value: 'c' },
  ])
  expect(happened).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})
