import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { type Look, settledLook } from '../look.js'
import { fillTexts, type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { looksSame } from '../still-picture.js'
import { pressOne } from './begin.js'
import type { Stage } from './trouble.js'

/**
 * Deletes what it has written into a list of the app, or undoes what is drawn there, and opens the app again: what is gone must not
 * be back.
 */
export const deletedAgain = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, signal } = stage
  const reopened = async (): Promise<Look | null> => {
    // An app that saves when it is left does so.
    await client.setSwitches({ visible: false })
    await wait(SAVES_WHEN_HIDDEN_MS, undefined, { signal })
    await stage.close()
    await client.setSwitches({ visible: true })
    await stage.open()
    return settledLook(window)
  }
  // What was typed before stands in the fields.
  await reopened()
  for (const word of WORDS)
    if ((await window.askApp(fillTexts, [word])) !== true || !(await pressWhere(stage, ADDS))) break
  const controls = async (): Promise<readonly LabelledControl[]> =>
    (await window.askApp(labelledControls, null)) ?? []
  const label = (await controls()).find((one) => one.isButton && UNDOES.test(one.label))?.label
  if (label === undefined) return []
  const before = await reopened()
  const labels = new Set((await controls()).map((one) => one.label))
  let after: Look | null = null
  for (let taps = 0; taps < MOST_TAPS; taps += 1) {
    if (!(await pressWhere(stage, (one) => one.label === label))) break
    after = await settledLook(window)
  }
  // A question whether one is sure changes nothing yet.
  const asks = (await controls()).some((one) => !labels.has(one.label) && !/\bredo\b/i.test(one.label))
  if (before === null || after === null || asks) return []
  await wait(SAVES_WITHIN_MS, undefined, { signal })
  const again = await reopened()
  const back = again === null ? null : whatIsBack(before, after, again)
  // Other buttons choose what a finger does next, and show that.
  if (back === null || (back === '' && !UNDO.test(label))) return []
  const what = back === '' ? 'The view was changed' : `${quoted(back)} was removed`
  return [
    {
      ...breach(
        'run/not-kept',
        stage.entry,
        `${what} with the button ${quoted(label)}, and is as before after the app was closed and opened again.`,
      ),
      fix: 'Save again after something was removed or undone, and look for what is removed when the button is tapped, since places in a list change.',
    },
  ]
}

/**
 * What is back that was gone: a text that was written for this, or an empty text for the view as a whole.
 * @param before as the app was opened @param after without what was deleted @param again as the app was opened once more
 */
export const whatIsBack = (
  before: Pick<Look, 'lines' | 'still'>,
  after: Pick<Look, 'lines' | 'still'>,
  again: Pick<Look, 'lines' | 'still'>,
): string | null => {
  const has = ({ lines }: Pick<Look, 'lines'>, word: string): boolean =>
    lines.some((line) => line.includes(word))
  const written = WORDS.filter((word) => has(before, word))
  const gone = written.filter((word) => !has(after, word))
  const back = gone.find((word) => has(again, word))
  if (written.length > 0) return back ?? null
  const isSame = (one: Pick<Look, 'lines' | 'still'>, other: Pick<Look, 'lines' | 'still'>): boolean =>
    one.lines.join('\n') === other.lines.join('\n') && looksSame(one.still, other.still)
  const isBack = !isSame(before, after) && isSame(before, again) && !isSame(after, again)
  return isBack ? '' : null
}

const pressWhere = async (
  stage: Stage,
  isWanted: (control: LabelledControl) => boolean,
): Promise<boolean> => {
  const isPressed = await pressOne(stage, (all) => all.find((one) => one.isButton && isWanted(one)))
  if (isPressed) await wait(SHOWN_WITHIN_MS, undefined, { signal: stage.signal })
  return isPressed
}

/** Texts that no app shows by itself. */
const WORDS = ['quince jam', 'velvet owl', 'amber kite'] as const
const ADDS = ({ label }: LabelledControl): boolean =>
  /^\W*(?:add|create|save|enter|post)\b|^\W*\+\W*$/i.test(label)
const UNDOES = /\b(?:undo|delete|remove)\b(?!.*\bads?\b)|^\W*done\W*$|^[×✕✖🗑✓]\uFE0F?$/iu
const UNDO = /\bundo\b/i
const MOST_TAPS = 2
const SHOWN_WITHIN_MS = 400
const SAVES_WITHIN_MS = 1_500
const SAVES_WHEN_HIDDEN_MS = 200
