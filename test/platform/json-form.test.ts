import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeNotJson, jsonForm, TOO_LARGE } from '../../src/platform/json-form.js'

class Point {
  readonly x = 1
  toJSON(): string {
    return 'never asked'
  }
}

const cycle: { name: string; self?: unknown } = { name: 'a' }
cycle.self = cycle

const throwing = {
  get score(): number {
    throw new Error('no score')
  },
}

const wordless = {
  get score(): number {
    throw Object.create(null)
  },
}

describe('4: what a message carries as JSON', () => {
  it('is looked at up to the size of the largest request, however often one value stands in it', () => {
    let value: unknown = [1]
    for (let level = 0; level < 200; level++) value = [value, value]
    const { notJson } = jsonForm({ data: value })
    expect(notJson).toEqual([{ path: expect.stringMatching(/^data\./), is: TOO_LARGE }])
  })

  it('is any JSON, as it is', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonForm(value)).toEqual({ value, notJson: [] })
        expect(jsonForm(value).value).toBe(value)
      }),
    ))

  it.each([
    ['an undefined field', { a: undefined, b: 1 }],
    ['an object of a class', new Point()],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a value that stands twice', [cycle.name, [cycle.name]]],
    ['-0', -0],
  ])('is %s', (_name, value) => {
    expect(jsonForm(value)).toEqual({ value, notJson: [] })
  })

  it.each<[unknown, string]>([
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [1n, 'a BigInt'],
    [Symbol('x'), 'a symbol'],
    [() => 1, 'a function'],
    [Point, 'a function'],
    [new Date(0), 'a Date'],
    [Object.assign([1], { level: 2 }), 'a list with fields'],
    ['x'.match(/x/), 'a list with fields'],
    [new Map(), 'a Map'],
    [new Set(), 'a Set'],
    [new Uint8Array(1), 'a Uint8Array'],
    [new Int8Array(1), 'an Int8Array'],
    [new ArrayBuffer(1), 'an ArrayBuffer'],
    [new String('x'), 'a String'],
    [new Number(1), 'a Number'],
    [new Boolean(true), 'a Boolean'],
    [/x/, 'a RegExp'],
    [new Error('x'), 'an Error'],
    [new Blob(['x']), 'a Blob'],
    [Promise.resolve(), 'a Promise'],
    [new Proxy(() => 1, {}), 'a function'],
  ])('names %o, wherever it is', (value, is) => {
    expect(jsonForm(value)).toEqual({ value: is, notJson: [{ path: '', is }] })
    expect(jsonForm({ a: [0, { b: value }] })).toEqual({
      value: { a: [0, { b: is }] },
      notJson: [{ path: 'a.1.b', is }],
    })
  })

  it('names gaps, cycles, what cannot be read, and what is too deep', () => {
    // biome-ignore lint/suspicious/noSparseArray: this is what is tested.
    expect(jsonForm([1, , undefined]).notJson).toEqual([
      { path: '1', is: 'undefined' },
      { path: '2', is: 'undefined' },
    ])
    expect(jsonForm({ data: cycle })).toEqual({
      value: { data: { name: 'a', self: 'a cycle' } },
      notJson: [{ path: 'data.self', is: 'a cycle' }],
    })
    expect(jsonForm(throwing).notJson).toEqual([{ path: '', is: 'unreadable (Error: no score)' }])
    expect(jsonForm(wordless).notJson).toEqual([{ path: '', is: 'unreadable (an error without words)' }])
    let deep: unknown = []
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(jsonForm(deep).notJson).toMatchObject([{ is: 'nested too deeply' }])
  })

  it('names a few of many, also in a list of a size that nobody can go through', () => {
    const long: unknown[] = []
    long.length = 4_000_000_000
    expect(jsonForm({ long, after: Number.NaN }).notJson).toHaveLength(10)
  })

  it('is said in words', () => {
    expect(describeNotJson(jsonForm({ rank: Number.NaN, at: new Date(0) }).notJson)).toBe(
      '`rank` is NaN; `at` is a Date. Only JSON can be sent (4)',
    )
    expect(describeNotJson(jsonForm(1n).notJson)).toBe(
      'its parameters are a BigInt. Only JSON can be sent (4)',
    )
  })
})
