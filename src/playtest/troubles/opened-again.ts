import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { labelledControls } from '../page/labelled-controls.js'
import { seen } from '../page/seen.js'
import { keyOf, type Tapped } from './explore.js'
import type { Stage } from './trouble.js'

/** Watches buttons that open something and disappear then: what they open must not be there twice the second time. */
export const openedAgain = ({
  window,
  entry,
}: Pick<Stage, 'window' | 'entry'>): {
  readonly watch: (control: Tapped, tap: () => Promise<void>) => Promise<void>
  readonly found: readonly Breach[]
} => {
  const openings = new Map<string, (readonly string[])[]>()
  const found: Breach[] = []
  return {
    found,
    watch: async (control, tap) => {
      await tap()
      const key = keyOf(control)
      const controls = (await window.askApp(labelledControls, null)) ?? []
      // What stays may be meant to add something.
      if (!control.isButton || controls.some((one) => keyOf(one) === key)) return
      const looks = openings.get(key) ?? []
      openings.set(key, looks)
      looks.push((await window.askApp(seen, null))?.lines ?? [])
      if (looks.length !== OPENINGS) return
      const [line, ...others] = repeatedEachTime(looks)
      if (line === undefined || others.length < LEAST_OTHERS) return
      const what = `Each time the button ${quoted(control.label)} is tapped, the app shows ${quoted(line)} and more once again.`
      found.push(breach('run/shown-again', entry, what))
    },
  }
}

/** The lines that are there once, twice, three times. */
export const repeatedEachTime = (looks: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(looks[0])].filter((line) => {
    const counts = looks.map((lines) => lines.filter((one) => one === line).length)
    return counts.every((count, index) => count === (counts[0] ?? 0) * (index + 1))
  })

const OPENINGS = 3
const LEAST_OTHERS = 2
