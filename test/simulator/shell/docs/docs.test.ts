import { describe, expect, it } from 'vitest'
import type { Reference } from '../../../../src/docs/topic.js'
import { createDocs } from '../../../../src/simulator/shell/docs/docs.js'

const REFERENCE: Reference = { schema: 1, version: '1.2.3', topics: [] }

describe('the reference in the panels', () => {
  it('is loaded when it is first needed, and once', async () => {
    let reads = 0
    const docs = createDocs(
      async () => {
        reads += 1
        return REFERENCE
      },
      () => {},
    )
    expect([reads, docs.reference.value]).toEqual([0, null])
    docs.load()
    docs.load()
    await expect.poll(() => docs.reference.value).toBe(REFERENCE)
    docs.load()
    expect(reads).toBe(1)
  })

  it('is loaded again after it could not be', async () => {
    const outcomes = [Promise.reject(new Error('No connection.')), Promise.resolve(REFERENCE)]
    const docs = createDocs(
      () => outcomes.shift() ?? Promise.reject(),
      () => {},
    )
    docs.load()
    await expect.poll(() => docs.reference.value).toBe('failed')
    docs.load()
    await expect.poll(() => docs.reference.value).toBe(REFERENCE)
  })

  it('opens a topic in its own panel', () => {
    const shown: string[] = []
    const docs = createDocs(
      async () => REFERENCE,
      () => shown.push('docs'),
    )
    docs.links.open('4.3')
    expect([docs.topic.value, shown]).toEqual(['4.3', ['docs']])
  })
})
