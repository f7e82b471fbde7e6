import { describe, expect, it } from 'vitest'
import { focusedUnseen, focusUnseen, isPressedUnseen } from '../../../src/playtest/page/focus.js'
import { holdingCounts } from '../../../src/playtest/page/holdings.js'
import { scores } from '../../../src/playtest/page/scores.js'
import { unseenButton } from '../../../src/playtest/troubles/keyboard.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

/** What is said of a game with a score of 4. @param label of the button with the focus that nobody sees @param after the score after Space */
const found = async ({
  label = 'Play' as string | null,
  isPressed = true,
  isHidden = true,
  listens = 'listeners for keydown on the window',
  after = 0,
  won = 4,
} = {}) => {
  let keys = 0
  const answers = new Map<unknown, () => unknown>([
    [focusedUnseen, () => label],
    [focusUnseen, () => isHidden],
    [holdingCounts, () => ({ [listens]: 1 })],
    [isPressedUnseen, () => isPressed],
    [scores, () => [['score', after]]],
  ])
  const watched = unseenButton({
    entry: 'index.html',
    window: {
      askApp: async (question: unknown) => answers.get(question)?.(),
      askShell: async () => {},
      key: async () => {
        keys += 1
      },
    } as unknown as Stage['window'],
  })
  await watched.begin()
  await watched.watch(new Map([['score', 0]]), new Map([['score', won]]))
  return { keys, messages: watched.found.map(({ rule, message }) => `${rule}: ${message}`) }
}

describe('a start button out of sight', () => {
  it('is reported where Space presses it, and the score is gone', async () => {
    expect(await found()).toEqual({
      keys: 1,
      messages: [
        'run/unseen-button: The button "Play" is out of sight while the game is played, but it still has the focus: the Space key pressed it, and the score fell from 4 to 0.',
      ],
    })
  })

  it('may ignore the key, or have the focus for another reason', async () => {
    expect(await found({ isPressed: false })).toEqual({ keys: 1, messages: [] })
    expect(await found({ after: 5 })).toEqual({ keys: 1, messages: [] })
  })

  it('is not looked for where there is no score to lose, nor pressed where people see it', async () => {
    expect(await found({ won: 0 })).toEqual({ keys: 0, messages: [] })
    expect(await found({ label: null })).toEqual({ keys: 0, messages: [] })
    expect(await found({ isHidden: false })).toEqual({ keys: 0, messages: [] })
    expect(await found({ listens: 'listeners for click on the window' })).toEqual({ keys: 0, messages: [] })
  })
})
