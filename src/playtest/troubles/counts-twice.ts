import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { seen } from '../page/seen.js'
import { numbersIn, withNumber } from '../shown-numbers.js'
import { keyOf, type Tapped } from './explore.js'
import type { Stage } from './trouble.js'

/** The numbers in sight by their lines, and how many lines there are. */
export type Counts = ReadonlyMap<string, number>

/**
 * Watches what taps change in numbers. One tap on a phone is touches and then a click: an app that listens to both does
 * everything twice. What a finger changes is compared with what a mouse does, twice.
 * @param pause waits for what follows a tap
 */
export const touchedTwice = (
  { window, signal, entry }: Pick<Stage, 'window' | 'signal' | 'entry'>,
  pause = (): Promise<void> => wait(FOLLOWS_WITHIN_MS, undefined, { signal }),
): {
  readonly watch: (control: Tapped, tap: () => Promise<void>) => Promise<void>
  readonly found: readonly Breach[]
} => {
  const compared = new Set<string>()
  const found: Breach[] = []
  const changesOf = async (act: () => Promise<void>): Promise<Counts> => {
    const before = await countsIn(window)
    await act()
    await pause()
    return changesBetween(before, await countsIn(window))
  }
  return {
    found,
    watch: async (control, tap) => {
      const { label, isButton, tap: tapAgain, click } = control
      if (!isButton || compared.has(keyOf(control))) return tap()
      const first = await changesOf(tap)
      if (first.size === 0) return
      compared.add(keyOf(control))
      const clicked = await changesOf(click)
      if (doubled(first, clicked) === null) return
      const second = doubled(await changesOf(tapAgain), await changesOf(click))
      if (second === null) return
      found.push(
        breach('run/counts-twice', entry, `A tap with a finger on the button ${quoted(label)} ${second}.`),
      )
    },
  }
}

export const LINES = 'lines'

export const countsIn = async (window: Stage['window']): Promise<Counts> => {
  const lines = (await window.askApp(seen, null))?.lines ?? []
  const numbers = [...numbersIn(lines)].map(
    ([line, number]) => [line, Number(number.replaceAll(',', ''))] as const,
  )
  return new Map([...numbers, [LINES, lines.length]])
}

export const changesBetween = (before: Counts, after: Counts): Counts =>
  new Map(
    [...after].flatMap(([line, number]) => {
      const was = before.get(line)
      return was === undefined || was === number || Number.isNaN(number - was) ? [] : [[line, number - was]]
    }),
  )

/** What a finger changes twice as much as a mouse, as the end of a sentence; null if nothing. */
const doubled = (touched: Counts, clicked: Counts): string | null => {
  for (const [line, by] of touched)
    if (by === 2 * (clicked.get(line) ?? Number.NaN))
      return line === LINES
        ? `adds ${by} lines, and a click with a mouse ${by / 2}`
        : `changes ${nameOf(line)} by ${by}, and a click with a mouse by ${by / 2}`
  return null
}

export const nameOf = (line: string): string => {
  const text = withNumber(line, '…')
  return text === '…' ? 'a number' : quoted(text)
}

const FOLLOWS_WITHIN_MS = 300
