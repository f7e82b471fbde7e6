import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordIndex } from '../../../src/host/records/record-index.js'
import { runs } from '../../support/vitest/runs.js'

type Numbers = readonly [first: number, second: number, third: number]

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
const inOrder = (a: Numbers, b: Numbers): number =>
  compare(a[0], b[0]) || compare(a[1], b[1]) || compare(a[2], b[2])

/** What an index holds, as far as `visit` shows it. */
const contents = (index: RecordIndex<Numbers>, most = Number.POSITIVE_INFINITY): readonly unknown[] => {
  const seen: unknown[] = []
  index.visit((item, numbers, at) => {
    seen.push([item, ...numbers.subarray(at, at + 4)])
    return seen.length < most
  })
  return seen
}

describe('RecordIndex', () => {
  const numbers = fc.tuple(
    fc.integer({ min: 0, max: 2 }),
    fc.constantFrom(Number.NEGATIVE_INFINITY, -1.5, -0, 0, 2, 1e300, Number.POSITIVE_INFINITY),
    fc.integer({ min: 0, max: 20 }),
  )
  const step = fc.record({ action: fc.constantFrom('insert', 'insert', 'delete'), numbers })

  it('equals a sorted list after any additions and removals, in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 9 }),
        fc.array(step, { maxLength: 120 }),
        fc.array(numbers, { maxLength: 5 }),
        fc.nat(100),
        (capacity, steps, places, count) => {
          const index = new RecordIndex<Numbers>(capacity)
          let model: readonly Numbers[] = []
          for (const { action, numbers: item } of steps) {
            const others = model.filter((other) => inOrder(other, item) !== 0)
            if (action === 'delete') {
              index.delete(...item)
              model = others
            } else if (others.length === model.length) {
              index.insert(...item, item[2] / 2, item)
              model = [...model, item].sort(inOrder)
            }
          }
          expect(contents(index)).toEqual(model.map((item) => [item, ...item, item[2] / 2]))
          expect(contents(index, 2)).toEqual(contents(index).slice(0, 2))
          const taken = new RecordIndex<Numbers>(capacity)
          for (const item of model) taken.insert(...item, 0, item)
          const wanted = model.filter(([, , third]) => third % 3 > 0).slice(0, count)
          taken.take(count, ([, , third]) => third % 3 > 0)
          expect(contents(taken)).toEqual(
            model.filter((item) => !wanted.includes(item)).map((item) => [item, ...item, 0]),
          )
          for (const at of [...places, ...model]) {
            expect(index.get(...at)).toEqual(model.find((item) => inOrder(item, at) === 0))
            const group = model.filter(([first]) => first === at[0])
            expect([...index.from(...at)]).toEqual(group.filter((item) => inOrder(item, at) >= 0))
            expect(index.before(...at)).toEqual(group.filter((item) => inOrder(item, at) < 0).at(-1))
          }
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('goes on when all of it was removed', () => {
    const index = new RecordIndex<Numbers>(8)
    const items = Array.from({ length: 1_000 }, (_, n): Numbers => [0, n % 100, n])
    for (const item of items) index.insert(...item, 0, item)
    for (const item of items) index.delete(...item)
    expect(contents(index)).toEqual([])
    expect(index.before(1, 0, 0)).toBeUndefined()
    index.insert(0, 1, 1, 7, [0, 1, 1])
    expect(contents(index)).toEqual([[[0, 1, 1], 0, 1, 1, 7]])
  })
})
