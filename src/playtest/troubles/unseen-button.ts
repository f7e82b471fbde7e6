import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { focusedUnseen, focusUnseen, isPressedUnseen } from '../page/focus.js'
import { holdingCounts } from '../page/holdings.js'
import { scores } from '../page/scores.js'
import { focusFrame } from '../page/shell-questions.js'
import { HOLDINGS } from '../page-names.js'
import { isScore, type Scores } from './over.js'
import type { Stage } from './trouble.js'

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
      if (held.some((kind) => KEYS.test(kind))) label = await window.askApp(focusedUnseen, HOLDINGS)
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
const KEYS = /^listeners for key(?:down|up|press)\b/
const MOST_TRIES = 3
