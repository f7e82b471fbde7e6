import { describe, expect, it } from 'vitest'
import { focusText, typedKeys } from '../../../src/playtest/page/focus.js'
import { hasChangedSince } from '../../../src/playtest/page/holdings.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'
import { typeByKeys } from '../../../src/playtest/troubles/typing.js'

/** What is said of an app with one text field. @param takes whether a key is for the field */
const found = async ({
  takes = (_key: string): boolean => false,
  prevents = true,
  draws = false,
  hasField = true,
} = {}) => {
  const keys = { pressed: 0, prevented: 0, value: '' }
  const answers = new Map<unknown, () => unknown>([
    [focusText, () => hasField],
    [typedKeys, () => keys],
    [hasChangedSince, () => draws],
  ])
  const stage = {
    entry: 'index.html',
    signal: new AbortController().signal,
    window: {
      askApp: async (question: unknown) => answers.get(question)?.(),
      askShell: async () => {},
      key: async (key: string) => {
        keys.pressed += 1
        if (takes(key)) keys.value += key
        else if (prevents) keys.prevented += 1
      },
    },
  } as unknown as Stage
  return (await typeByKeys(stage)).map(({ rule }) => rule)
}

describe('a text field', () => {
  it('cannot be typed in where the app prevents every key', async () => {
    expect(await found()).toEqual(['run/cannot-type'])
  })

  it('may take some keys only, or clear itself', async () => {
    expect(await found({ takes: () => true })).toEqual([])
    expect(await found({ takes: (key) => key >= '0' && key <= '9' })).toEqual([])
    expect(await found({ prevents: false })).toEqual([])
  })

  it('may be of a game that writes the letters elsewhere', async () => {
    expect(await found({ draws: true })).toEqual([])
    expect(await found({ hasField: false })).toEqual([])
  })
})
