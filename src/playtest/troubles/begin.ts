import type { LabelledControl } from '../page/labelled-controls.js'
import { labelledControls } from '../page/labelled-controls.js'
import { frameBox } from '../page/shell-questions.js'
import { LEADS_AWAY } from './buying.js'
import type { Stage } from './trouble.js'

/**
 * Starts a game as someone does who opens it: with the button that says so, else with a tap in the middle.
 * @returns the button; null if none says so
 */
export const begin = async ({ window }: Pick<Stage, 'window'>): Promise<LabelledControl | null> => {
  const box = await window.askShell(frameBox, null)
  if (box === null) return null
  const start = startOf((await window.askApp(labelledControls, null)) ?? [])
  await window.press({ x: box.x + (start?.x ?? box.width / 2), y: box.y + (start?.y ?? box.height / 2) })
  return start
}

/** Whether a control begins a new game once one is over: nothing of the last one is in it. */
export const beginsAnew = ({ label }: LabelledControl): boolean => ANEW.test(label)

/** The control that starts a game; null if none says so. */
export const startOf = (controls: readonly LabelledControl[]): LabelledControl | null =>
  controls.find(({ label }) => STARTS.test(label)) ?? null

/** Leaves a game, where it shows no control that starts one. @returns whether it shows one that leaves */
export const leaveGame = (stage: Pick<Stage, 'window'>): Promise<boolean> =>
  pressOne(stage, (controls) =>
    startOf(controls) === null ? controls.find(({ label }) => LEAVES.test(label)) : undefined,
  )

/** Goes on with a game that is paused. @returns whether it shows a control for that */
export const goOn = (stage: Pick<Stage, 'window'>): Promise<boolean> =>
  pressOne(stage, (controls) => controls.find((one) => resumes(one) && !beginsAnew(one)))

/** Presses one of the controls in sight. @returns whether there was one */
export const pressOne = async (
  { window }: Pick<Stage, 'window'>,
  choose: (controls: readonly LabelledControl[]) => LabelledControl | undefined,
): Promise<boolean> => {
  const box = await window.askShell(frameBox, null)
  const control = choose((await window.askApp(labelledControls, null)) ?? [])
  if (box === null || control === undefined) return false
  await window.press({ x: box.x + control.x, y: box.y + control.y })
  return true
}

/** Whether a control leads away from a game, and does nothing in it. */
export const leadsAway = ({ label }: LabelledControl): boolean => LEAVES.test(label) || LEADS_AWAY.test(label)

/** The label of what closes a part of an app. */
export const CLOSES = /^\W*(?:back|close)\W*$|^[✕✖×]$/i

/** Whether a control pauses a game. */
export const pauses = ({ label }: LabelledControl): boolean => PAUSES.test(label) && !RESUMES.test(label)

/** Whether a control lets a paused game go on. */
export const resumes = ({ label }: LabelledControl): boolean => RESUMES.test(label)

const PAUSES = /\bpause\b|[⏸‖]|❚❚/i
const RESUMES = /\b(resume|continue|unpause|go on|keep playing|play)\b|▶/i
const LEAVES = /\b(leave|quit|exit|menu|home|back|give up|end|stop|pause)\b|✕|×/i
const ANEW = /\b(again|new game|restart|retry|rematch)\b/i
const STARTS = /\b(play|start|begin|go|practi[cs]e|new game|continue|resume|ready)\b|▶/i
