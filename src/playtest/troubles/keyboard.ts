import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import {
  focusedUnseen,
  focusText,
  focusUnseen,
  isPressedUnseen,
  pressedByEnter,
  type TypedKeys,
  typedKeys,
  watchEnter,
} from '../page/focus.js'
import { hasChangedSince, holdingCounts, watchChanges } from '../page/holdings.js'
import { scores } from '../page/scores.js'
import { focusFrame } from '../page/shell-questions.js'
import { HOLDINGS } from '../page-names.js'
import { closeSheets } from '../random-player.js'
import { isScore, type Scores } from './over.js'
import type { Stage } from './trouble.js'

/**
 * Types into the first text field with a keyboard. A game that listens to keys everywhere, and prevents what the browser does with
 * them, leaves it empty.
 */
export const typeByKeys = async ({
  window,
  entry,
  signal,
}: Pick<Stage, 'window' | 'entry' | 'signal'>): Promise<readonly Breach[]> => {
  await window.askShell(focusFrame, null)
  if ((await window.askApp(focusText, HOLDINGS)) !== true) return []
  await window.askApp(watchChanges, HOLDINGS)
  for (const key of KEYS) await window.key(key)
  await wait(FOLLOWS_WITHIN_MS, undefined, { signal })
  // A word game may write the letters elsewhere.
  const isUsed = (await window.askApp(hasChangedSince, HOLDINGS)) !== false
  const typed = await window.askApp(typedKeys, HOLDINGS)
  // What follows begins with an empty field.
  for (let left = typed?.value.length ?? 0; left > 0; left -= 1) await window.key('Backspace')
  return isUsed || typed === null || !isPrevented(typed) ? [] : [breach('run/cannot-type', entry, WHAT)]
}

/** Whether the app has prevented every key that was pressed in a field, letters and digits, which is still empty. */
const isPrevented = ({ pressed, prevented, value }: TypedKeys): boolean =>
  value === '' && pressed === KEYS.length && prevented === pressed

/**
 * Uses the app with the Enter key, from button to button. It presses a button once its keydown is over: where the app moves the focus
 * in a listener for the key, it presses the button that has it then, as well.
 */
export const pressEnter = async (
  { window, entry, signal, close, open }: Pick<Stage, 'window' | 'entry' | 'signal' | 'close' | 'open'>,
  pause = (): Promise<void> => wait(FOLLOWS_WITHIN_MS, undefined, { signal }),
): Promise<readonly Breach[]> => {
  await close()
  await open()
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await closeSheets(window)
    await window.askShell(focusFrame, null)
    if ((await window.askApp(watchEnter, HOLDINGS)) === true) await window.key('Enter')
    await pause()
    const pressed = await window.askApp(pressedByEnter, HOLDINGS)
    if (pressed === null) return []
    if (!pressed.isMoved) await window.key('Tab')
    if (pressed.also === null) continue
    const what = `The Enter key does two things: the app handles its keydown and moves the focus to the button ${quoted(pressed.also)}, which the same key then presses.`
    return [{ ...breach('run/counts-twice', entry, what), fix: PREVENT }]
  }
  return []
}

const MOST_PRESSES = 24
const PREVENT =
  'Call `event.preventDefault()` in the listener for keydown, or leave the Enter key to the button that has the focus.'

/** A field may take only some characters. */
const KEYS = ['a', 'e', '1', '7'] as const
const FOLLOWS_WITHIN_MS = 300
const WHAT =
  'The keys a, e, 1 and 7 were pressed in a text field that has the focus: the app prevented them all, and the field stays empty.'

/**
 * Watches games for a start button that still has the focus once it is out of sight: the Space key, with which people jump or
 * shoot, then presses it, and the game begins again. The key is pressed only in a game that listens to keys, where nobody sees the
 * button, and there is a score to lose.
 */
export const unseenButton = ({
  window,
  entry,
}: Pick<Stage, 'window' | 'entry'>): {
  /** Looks where the focus is, right after a game was begun. */
  readonly begin: () => Promise<void>
  /** Presses the key. @param start the numbers with which the game began @param now what they are */
  readonly watch: (start: Scores, now: Scores) => Promise<void>
  readonly found: readonly Breach[]
} => {
  const found: Breach[] = []
  let label: string | null = null
  let tries = 0
  return {
    found,
    begin: async () => {
      label = null
      if (found.length > 0 || tries >= MOST_TRIES) return
      const held = Object.keys((await window.askApp(holdingCounts, HOLDINGS)) ?? {})
      if (held.some((kind) => KEY_LISTENERS.test(kind))) label = await window.askApp(focusedUnseen, HOLDINGS)
    },
    watch: async (start, now) => {
      const won = [...now].find(([name, value]) => isScore(name) && value > (start.get(name) ?? value))
      if (label === null || won === undefined) return
      const [name, value] = won
      const pressed = label
      label = null
      await window.askShell(focusFrame, null)
      // A tap on the field has taken the focus away, which nobody does who plays with keys.
      if ((await window.askApp(focusUnseen, HOLDINGS)) !== true) return
      tries += 1
      await window.key(' ')
      if ((await window.askApp(isPressedUnseen, HOLDINGS)) !== true) return
      const after = new Map(await window.askApp(scores, null)).get(name)
      if (after === undefined || after >= value || after !== start.get(name)) return
      const what = `The button ${quoted(pressed)} is out of sight while the game is played, but it still has the focus: the Space key pressed it, and the ${name} fell from ${value} to ${after}.`
      found.push(breach('run/unseen-button', entry, what))
    },
  }
}

/** A part of what a page holds. */
const KEY_LISTENERS = /^listeners for key(?:down|up|press)\b/
const MOST_TRIES = 3
