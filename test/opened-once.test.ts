import { expect, it } from 'vitest'
import { OpenedOnce } from '../src/opened-once.js'

it('a key is opened once, however often it is asked for', async () => {
  const values = new OpenedOnce<number>()
  let count = 0
  const open = async (): Promise<number> => ++count
  expect(await Promise.all([values.of('a', open), values.of('a', open), values.of('b', open)])).toEqual([
    1, 1, 2,
  ])
  expect([...values.opened]).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})

it('what could not be opened is opened again the next time', async () => {
  const values = new OpenedOnce<number>()
  await expect(values.of('a', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect([...values.opened]).toEqual([])
  expect(await values.of('a', async () => 2)).toBe(2)
})

it('what was taken while it was opened is given to the one who closes it, and not kept', async () => {
  const values = new OpenedOnce<number>()
  let resolve = (_: number): void => {}
  const promise = new Promise<number>((settle) => {
    resolve = settle
  })
  const first = values.of('a', () => promise)
  values.of('b', () => Promise.reject(new Error('no disk'))).catch(() => {})
  const taken = values.takeAll()
  const second = values.of('a', async () => 2)
  resolve(1)
  expect(await Promise.all([first, taken, second])).toEqual([1, [1], 2])
  expect([...values.opened]).toEqual([['a', 2]])
})
