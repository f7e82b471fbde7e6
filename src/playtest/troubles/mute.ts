import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { loudness } from '../page/clockwork.js'
import { labelledControls } from '../page/labelled-controls.js'
import { writtenWords } from '../page/seen.js'
import { type Setting, settings } from '../page/settings.js'
import { frameBox } from '../page/shell-questions.js'
import { CLOCKWORK } from '../page-names.js'
import { begin } from './begin.js'
import type { Stage } from './trouble.js'

/**
 * Taps the button that mutes while music plays: in one of its two states nothing may be heard, also after the person was away, and
 * once the app is opened again where it keeps that.
 * @param pause waits so many milliseconds
 */
export const mutes = async (
  {
    window,
    client,
    entry,
    signal,
    close,
    open,
  }: Pick<Stage, 'window' | 'client' | 'entry' | 'signal' | 'close' | 'open'>,
  pause = (milliseconds: number): Promise<void> => wait(milliseconds, undefined, { signal }),
): Promise<readonly Breach[]> => {
  /** Whether something is heard all the time. */
  const isHeard = async (): Promise<boolean> => {
    for (let looks = 0; looks < LISTENS; looks += 1) {
      await pause(LISTEN_EVERY_MS)
      if (((await window.askApp(loudness, CLOCKWORK)) ?? 0) <= SILENCE) return false
    }
    return true
  }
  const said = (what: string): readonly Breach[] => [breach('run/mute-does-nothing', entry, what)]
  const found = async (): Promise<readonly Setting[]> => (await window.askApp(settings, null)) ?? []
  const [mute, another] = (await found()).filter(({ label, at }) => at !== null && MUTES.test(label))
  if (mute === undefined || mute.at === null || another !== undefined || !(await isHeard())) return []
  // Music may have a button of its own.
  if (((await window.askApp(writtenWords, null)) ?? []).some((word) => OF_A_PART.test(word))) return []
  const controls = async (): Promise<number> => (await window.askApp(labelledControls, null))?.length ?? 0
  const many = await controls()
  const states = [mute.state]
  const { x, y } = mute.at
  const stateNow = async (): Promise<string> =>
    (await found()).find(({ at }) => at?.x === x && at.y === y)?.state ?? ''
  for (let taps = 0; taps < TAPS; taps += 1) {
    const box = await window.askShell(frameBox, null)
    if (box === null) return []
    await window.press({ x: box.x + x, y: box.y + y })
    await pause(FADES_WITHIN_MS)
    const state = await stateNow()
    if (!(await isHeard())) {
      await client.setSwitches({ visible: false })
      await pause(AWAY_MS)
      await client.setSwitches({ visible: true })
      await pause(FADES_WITHIN_MS)
      // Who comes back to a game that is paused does not hear it.
      if ((await isHeard()) && (await stateNow()) === state)
        return said(
          `The button ${quoted(mute.label)} mutes the app, but its sound is back once the app was hidden and shown again.`,
        )
      await close()
      await open()
      await begin({ window })
      await pause(FADES_WITHIN_MS)
      return state !== mute.state && (await stateNow()) === state && (await isHeard())
        ? said(
            `The button ${quoted(mute.label)} is still set once the app was closed and opened again, but does not mute it.`,
          )
        : []
    }
    states.push(state)
    // It may open something, where the sound is chosen.
    if ((await controls()) !== many) return []
  }
  const [first, muted, last] = states
  if (muted === first || last !== first) return []
  return said(
    `The button ${quoted(mute.label)} shows another state with each tap, but the sound goes on in both.`,
  )
}

const MUTES = /\b(?:un)?mute\b|^\W*(?:sound|audio)(?: (?:on|off))?\W*$|[🔇🔈🔉🔊]/iu
const OF_A_PART = /^(?:music|effects?|sfx|ambience|voices?)$/i
const TAPS = 2
const FADES_WITHIN_MS = 1_000
const AWAY_MS = 300
const LISTENS = 3
const LISTEN_EVERY_MS = 400
const SILENCE = 0.001
