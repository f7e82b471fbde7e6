import { describe, expect, it } from 'vitest'
import { focusText, pressedByEnter, typedKeys, watchEnter } from '../../../src/playtest/page/focus.js'
import { hasChangedSince } from '../../../src/playtest/page/holdings.js'
import { pressEnter, typeByKeys } from '../../../src/playtest/troubles/keyboard.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

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

/** What is said of buttons that are used with the Enter key, and the keys that were pressed. @param also what each press presses as well */
const entered = async ({
  isReady = true,
  also = [] as readonly (string | null)[],
  isMoved = true,
  isThere = true,
}) => {
  const keys: string[] = []
  let looks = 0
  const answers = new Map<unknown, () => unknown>([
    [watchEnter, () => isReady],
    [pressedByEnter, () => (isThere ? { also: also[looks++] ?? null, isMoved } : null)],
  ])
  const stage = {
    entry: 'index.html',
    close: async () => {},
    open: async () => {},
    window: {
      askApp: async (question: unknown) => answers.get(question)?.() ?? null,
      askShell: async () => null,
      key: async (key: string) => keys.push(key),
    },
  } as unknown as Stage
  const found = await pressEnter(stage, async () => {})
  return { keys, messages: found.map(({ rule, message }) => `${rule}: ${message}`) }
}

describe('the Enter key', () => {
  it('counts twice where it presses the button that has the focus since its keydown', async () => {
    const { keys, messages } = await entered({ also: [null, null, 'Jupiter', 'Mars'] })
    expect(messages).toEqual([
      'run/counts-twice: The Enter key does two things: the app handles its keydown and moves the focus to the button "Jupiter", which the same key then presses.',
    ])
    expect(keys).toEqual(['Enter', 'Enter', 'Enter'])
  })

  it('goes on to the next button where it has not moved the focus', async () => {
    const { keys, messages } = await entered({ isMoved: false })
    expect(messages).toEqual([])
    expect(keys.slice(0, 4)).toEqual(['Enter', 'Tab', 'Enter', 'Tab'])
  })

  it('is not pressed in a field or on a link, nor where the app has closed itself', async () => {
    expect(new Set((await entered({ isReady: false, isMoved: false })).keys)).toEqual(new Set(['Tab']))
    expect(await entered({ isThere: false })).toEqual({ keys: ['Enter'], messages: [] })
  })
})
