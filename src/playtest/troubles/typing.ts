import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { focusText, type TypedKeys, typedKeys } from '../page/focus.js'
import { hasChangedSince, watchChanges } from '../page/holdings.js'
import { focusFrame } from '../page/shell-questions.js'
import { HOLDINGS } from '../page-names.js'
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

/** A field may take only some characters. */
const KEYS = ['a', 'e', '1', '7'] as const
const FOLLOWS_WITHIN_MS = 300
const WHAT =
  'The keys a, e, 1 and 7 were pressed in a text field that has the focus: the app prevented them all, and the field stays empty.'
