import { describe, expect, it } from 'vitest'
import { deadPage, stillDisabled } from '../../../src/playtest/troubles/stuck.js'

const dead = async (isReady: boolean, isBlank: boolean, answers: () => Promise<never>) =>
  (
    await deadPage(
      { window: { askApp: answers }, entry: 'index.html', isBlank: async () => isBlank },
      isReady,
      'while storage is full',
    )
  ).map(({ rule, message }) => `${rule}: ${message}`)

const answers = async (): Promise<never> => true as never

describe('an app that is opened in trouble', () => {
  it('is alive if it is ready and shows something', async () => {
    expect(await dead(true, false, answers)).toEqual([])
  })

  it('is dead if it is not ready, is blank or hangs', async () => {
    expect(await dead(false, true, answers)).toEqual([
      'run/dead-page: The app never called Service.ready() while storage is full.',
    ])
    expect(await dead(true, true, answers)).toEqual([
      'run/dead-page: The app shows a single plain colour while storage is full.',
    ])
    expect(await dead(true, false, () => Promise.reject(new Error('It hangs.')))).toEqual([
      'run/dead-page: The page hangs while storage is full.',
    ])
  })
})

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
