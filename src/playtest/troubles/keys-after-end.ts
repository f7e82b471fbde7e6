import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { passTime } from '../page/clockwork.js'
import { disabledButtons, type LabelledControl } from '../page/labelled-controls.js'
import { seen } from '../page/seen.js'
import { focusFrame } from '../page/shell-questions.js'
import { CLOCKWORK } from '../page-names.js'
import type { Stage } from './trouble.js'

/**
 * Watches games with a keyboard on the screen: once all its letters are disabled, the game is over, or it waits. The keys of a real
 * keyboard must do nothing then, either. They are pressed only while no number changes by itself, and once may be chance.
 * @param pause waits so many milliseconds of the app's time
 */
export const keysAfterEnd = (
  { window, entry, signal }: Pick<Stage, 'window' | 'entry' | 'signal'>,
  pause = async (milliseconds: number): Promise<void> => {
    if ((await window.askApp(passTime, { name: CLOCKWORK, milliseconds })) !== true)
      await wait(milliseconds, undefined, { signal })
  },
): {
  /** @param controls what can be tapped now */
  readonly watch: (controls: readonly LabelledControl[]) => Promise<void>
  readonly found: readonly Breach[]
} => {
  const found: Breach[] = []
  const changed: string[] = []
  let tries = 0
  const numbers = async (): Promise<readonly string[]> =>
    ((await window.askApp(seen, null))?.lines ?? []).filter((line) => /\d/.test(line))
  /** @returns a line with a number that a key changes; null where none does, or numbers change by themselves */
  const lineOf = async (keys: readonly string[]): Promise<string | null> => {
    const first = await numbers()
    await pause(RESTS_MS)
    let before = await numbers()
    if (!isSame(first, before)) return null
    for (const key of keys) {
      await window.key(key.toLowerCase())
      await pause(FOLLOWS_MS)
      const after = await numbers()
      const line = before.find((one, at) => after[at] !== one)
      if (line !== undefined && before.length === after.length) {
        await pause(RESTS_MS)
        return isSame(after, await numbers()) ? line : null
      }
      before = after
    }
    return null
  }
  return {
    found,
    watch: async (controls) => {
      if (found.length > 0 || tries >= MOST_TRIES || controls.some(({ label }) => LETTER.test(label))) return
      const keys = ((await window.askApp(disabledButtons, null)) ?? []).filter((label) => LETTER.test(label))
      if (keys.length < LEAST_KEYS) return
      tries += 1
      await window.askShell(focusFrame, null)
      const line = await lineOf(keys.slice(0, MOST_KEYS).map(([letter = '']) => letter))
      if (line === null) return
      changed.push(line)
      if (changed.length < LEAST_CHANGES) return
      const what = `All letters on the screen are disabled, but the keys of a keyboard still change ${quoted(line.replace(NUMBER, '…'))}.`
      found.push({ ...breach('run/plays-on', entry, what), fix: FIX })
    },
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

/** A button for one letter, which may have the same letter as its label for screen readers. */
const LETTER = /^(\p{L})(?: \1)?$/u
const NUMBER = /[-−]?\d+/g
const LEAST_KEYS = 4
/** Some letters are in a word that is guessed, and cost nothing. */
const MOST_KEYS = 6
const MOST_TRIES = 6
const LEAST_CHANGES = 2
const RESTS_MS = 1_200
const FOLLOWS_MS = 200
const FIX = 'In the listener for keys, return first if the game is over or the letter is disabled.'
