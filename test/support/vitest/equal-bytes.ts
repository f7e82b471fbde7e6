import { expect } from 'vitest'

/**
 * Compares bytes as a whole: Vitest compares each of them as an object of its own, which takes a second for a
 * megabyte. Where they differ, Vitest says where.
 */
const equalBytes = (one: unknown, other: unknown): true | undefined =>
  one instanceof Uint8Array &&
  other instanceof Uint8Array &&
  Object.getPrototypeOf(one) === Object.getPrototypeOf(other) &&
  Buffer.compare(one, other) === 0
    ? true
    : undefined

const ADDED = Symbol.for('miniapp tests: bytes are compared as a whole')

// The files of a worker share its testers.
if (!Reflect.has(globalThis, ADDED)) {
  Reflect.set(globalThis, ADDED, true)
  expect.addEqualityTesters([equalBytes])
}
