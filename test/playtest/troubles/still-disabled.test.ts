import { describe, expect, it } from 'vitest'
import { stillDisabled } from '../../../src/playtest/troubles/still-disabled.js'

/**
 * An app whose buttons and calls are watched.
 * @param looks whether a call waits at each look, and which buttons are disabled; the last one stays
 */
const watched = (...looks: readonly (readonly [waits: boolean, disabled: readonly string[]])[]) => {
  let at = 0
  const now = () => looks[Math.min(at, looks.length - 1)] ?? [false, []]
  const client = {
    calls: async () => {
      const [waits] = now()
      if (waits) at += 1
      return waits ? [{ kind: 'call', state: 'pending' }] : []
    },
  }
  const window = {
    askApp: async () => {
      const [, disabled] = now()
      at += 1
      return disabled
    },
    askShell: async () => null,
  }
  return stillDisabled(
    { client, window, signal: new AbortController().signal } as unknown as Parameters<
      typeof stillDisabled
    >[0],
    ['Paint', 'Write'],
    async () => {},
  )
}

describe('a button that was tapped', () => {
  it('stays disabled if it is so after every call was answered', async () => {
    expect(await watched([false, ['Paint', 'Other']])).toEqual(['Paint'])
    expect(await watched([false, ['Paint']], [false, []])).toEqual([])
  })

  it('may be disabled while a call waits', async () => {
    expect(await watched([true, []], [false, ['Write']], [true, []], [false, []])).toEqual([])
  })
})
