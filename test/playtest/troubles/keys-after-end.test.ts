import { describe, expect, it } from 'vitest'
import { disabledButtons, type LabelledControl } from '../../../src/playtest/page/labelled-controls.js'
import { seen } from '../../../src/playtest/page/seen.js'
import { keysAfterEnd } from '../../../src/playtest/troubles/keys-after-end.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

/**
 * What is said of a game whose letters are disabled, after it was looked at several times.
 * @param onKey what a key adds to the number of mistakes
 * @param onPause what a moment adds to it
 */
const found = async ({
  disabled = ['A', 'B', 'C', 'D D'] as readonly string[],
  controls = ['New word'] as readonly string[],
  onKey = (_key: string): number => 0,
  onPause = 0,
  looks = 3,
} = {}) => {
  let mistakes = 6
  const keys: string[] = []
  const answers = new Map<unknown, () => unknown>([
    [disabledButtons, () => disabled],
    [seen, () => ({ lines: ['Words', `Mistakes: ${mistakes}`] })],
  ])
  const watched = keysAfterEnd(
    {
      entry: 'index.html',
      signal: new AbortController().signal,
      window: {
        askApp: async (question: unknown) => answers.get(question)?.(),
        askShell: async () => {},
        key: async (key: string) => {
          keys.push(key)
          mistakes += onKey(key)
        },
      } as unknown as Stage['window'],
    },
    async () => {
      mistakes += onPause
    },
  )
  const shown = controls.map((label): LabelledControl => ({ x: 0, y: 0, label, isButton: true, context: '' }))
  for (let look = 0; look < looks; look += 1) await watched.watch(shown)
  return { keys: keys.join(''), messages: watched.found.map(({ rule, message }) => `${rule}: ${message}`) }
}

describe('the keys of letters that are disabled', () => {
  it('must change no number', async () => {
    expect(await found({ onKey: (key) => (key === 'b' ? 1 : 0) })).toEqual({
      keys: 'abab',
      messages: [
        'run/plays-on: All letters on the screen are disabled, but the keys of a keyboard still change "Mistakes: …".',
      ],
    })
  })

  it('may do nothing, or something once', async () => {
    expect(await found()).toEqual({ keys: 'abcdabcdabcd', messages: [] })
    expect((await found({ onKey: () => 1, looks: 1 })).messages).toEqual([])
  })

  it('are not pressed where a number changes by itself, a letter is left, or there are few', async () => {
    expect(await found({ onPause: 1 })).toEqual({ keys: '', messages: [] })
    expect(await found({ controls: ['E'] })).toEqual({ keys: '', messages: [] })
    expect(await found({ disabled: ['A', 'B', 'Undo', 'Redo'] })).toEqual({ keys: '', messages: [] })
  })
})
