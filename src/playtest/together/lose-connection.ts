import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { largestCanvas } from '../page/largest-canvas.js'
import { seen } from '../page/seen.js'
import { saysOver } from './course.js'
import type { Player, Table } from './together.js'

/**
 * Cuts the connection of a player, who then waits: the app must say that the match is over, or look for a way back. One that draws on
 * a canvas, or whose texts change by themselves, says nothing.
 * @param pause waits so many milliseconds
 */
export const loseConnection = async (
  { client, signal }: Pick<Table, 'client' | 'signal'>,
  { seat, window }: Pick<Player, 'seat' | 'window'>,
  entry: string,
  pause = (milliseconds: number): Promise<void> => wait(milliseconds, undefined, { signal }),
): Promise<readonly Breach[]> => {
  const lines = async (): Promise<readonly string[]> => (await window.askApp(seen, null))?.lines ?? []
  const first = await lines()
  await pause(RESTS_MS)
  const before = await lines()
  // A number that changes by itself is a clock; one that does not may say how many players there are.
  const isClock = before.map(
    (line, at) => line !== first[at] && withoutDigits(line) === withoutDigits(first[at]),
  )
  const isSame = (now: readonly string[], then: readonly string[]): boolean =>
    now.length === then.length &&
    now.every((line, at) =>
      isClock[at] === true ? withoutDigits(line) === withoutDigits(then[at]) : line === then[at],
    )
  const saysNothing = before.length === 0 || !isSame(before, first) || saysOver(before)
  const isDrawn = (await window.askApp(largestCanvas, null)) !== null
  const after = (await client.calls()).at(-1)?.seq ?? 0
  const isDropped = await client.dropConnection(seat)
  if (!isDropped || saysNothing || isDrawn) return []
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await pause(RESTS_MS)
    const isAtWork = (await client.calls()).some(
      (one) =>
        one.seq > after && one.seat === seat && one.kind === 'call' && one.method !== 'multiplayer.send',
    )
    if (isAtWork || !isSame(await lines(), before)) return []
  }
  const [line = ''] = before
  return [
    {
      ...breach(
        'run/match-stands-still',
        entry,
        `Seat ${seat} lost the connection, so that the match is over for it, but its app still shows the same as before, such as ${quoted(line)}.`,
      ),
      fix: "On Service.multiplayer.on('closed'), say that the match is over, and show a way to join again or to leave.",
    },
  ]
}

const withoutDigits = (line: string | undefined): string | undefined => line?.replace(/\d+/g, '#')

/** News about other players may be in sight for a moment. */
const RESTS_MS = 1.5 * SECOND_MS
const LOOKS = 6
