import { setTimeout as wait } from 'node:timers/promises'
import type { ControlClient, LogEntry } from '../../testing/index.js'
import { inTime } from '../drivers/until.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { frameBox } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { startOf } from '../troubles/begin.js'
import type { Player } from './together.js'

/** What finding a way into a match needs. */
interface Way {
  readonly client: ControlClient
  readonly signal: AbortSignal
}

/**
 * Brings everyone into one match, as “Put everyone in a match” does: the first opens it with a button of the app, and
 * everyone else is seated, and enters with a button of the app.
 * @returns the match's id; null if no button leads to a match
 */
export const enterTogether = async (players: readonly Player[], way: Way): Promise<string | null> => {
  const [first, ...others] = players
  // Nobody is asked for a nickname.
  await way.client.seatEveryone()
  if (first === undefined || !(await enterMatch(first, way))) return null
  const { match, seats } = await way.client.seatEveryone()
  // A match of two has no room for a third.
  const seated = new Set(seats.flatMap(({ seat, seated }) => (seated ? [seat] : [])))
  for (const player of others) if (seated.has(player.seat)) await enterMatch(player, way)
  return match
}

/**
 * Looks for a way into a match: taps what looks like it, then everything else, until the app hosts or joins one.
 * @returns whether it did
 */
export const enterMatch = async ({ seat, window }: Player, { client, signal }: Way): Promise<boolean> => {
  let after = (await client.calls()).at(-1)?.seq ?? 0
  const tapped = new Map<string, number>()
  for (let taps = 0; taps < MOST_TAPS; taps += 1) {
    signal.throwIfAborted()
    await closeSheets(window)
    const box = await window.askShell(frameBox, null)
    if (box === null) return false
    const way = likeliestWay((await window.askApp(labelledControls, null)) ?? [], tapped)
    if (way !== null) {
      tapped.set(way.label, (tapped.get(way.label) ?? 0) + 1)
      await window.press({ x: box.x + way.x, y: box.y + way.y })
    }
    const call = await inTime(
      client.waitFor((entry) => isEntering(entry) && entry.seat === seat, {
        after,
        timeoutMs: CALLS_WITHIN_MS,
        pending: true,
      }),
    )
    if (call === null) continue
    after = call.seq
    // A second tap before the answer would be a mistake of ours.
    const answer = await inTime(
      client.waitFor(({ seq }) => seq === call.seq, { after: after - 1, timeoutMs: ANSWERS_WITHIN_MS }),
    )
    if (answer?.kind === 'call' && hasJoined(answer.result)) return true
  }
  return false
}

/** Whether an entry of the log hosts or joins a match. */
export const isEntering = (entry: LogEntry): boolean =>
  entry.kind === 'call' && (entry.method === 'multiplayer.host' || entry.method === 'multiplayer.join')

const hasJoined = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'status' in result && result.status === 'joined'

/**
 * The control that most likely leads into a match.
 * @param tapped how often each was tapped before, by its label
 * @returns null if there are no controls
 */
export const likeliestWay = (
  controls: readonly LabelledControl[],
  tapped: ReadonlyMap<string, number>,
): LabelledControl | null => {
  const likelihood = ({ label }: LabelledControl): number =>
    (OPENS.test(label) ? 4 : 0) +
    (ENTERS.test(label) ? 3 : 0) +
    (LEADS_THERE.test(label) ? 2 : 0) -
    (ALONE.test(label) ? 6 : 0) -
    AGAIN * (tapped.get(label) ?? 0)
  const [first] = controls
  if (first === undefined) return null
  return controls.reduce((best, one) => (likelihood(one) > likelihood(best) ? one : best), first)
}

/** Whether a control says that it opens a match, or leads into one. */
export const leadsToMatch = ({ label }: LabelledControl): boolean =>
  (OPENS.test(label) || ENTERS.test(label)) && !ALONE.test(label)

const OPENS = /\b(host|create|open|invite|new (match|game|room|table))\b/i
const ENTERS = /\b(join|rejoin|reconnect|match|room|table|lobby)\b/i
const LEADS_THERE = /\b(multiplayer|online|together|friends?|players|versus|vs|play|start|again)\b/i
const ALONE =
  /\b(practi[sc]e|solo|alone|single|robots?|bots?|computer|ai|settings|help|about|share|mute|sound)\b/i
const AGAIN = 4
const MOST_TAPS = 12
const CALLS_WITHIN_MS = 1_500
const ANSWERS_WITHIN_MS = 20_000

/** Starts the game in the app of each player who has a button for it, as soon as one has. */
export const startTogether = async (players: readonly Player[], { signal }: Way): Promise<void> => {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    let started = false
    for (const { window } of players) {
      const box = await window.askShell(frameBox, null)
      const start = startOf((await window.askApp(labelledControls, null)) ?? [])
      if (box === null || start === null) continue
      await window.press({ x: box.x + start.x, y: box.y + start.y })
      started = true
    }
    if (started) return
    await wait(LOOK_AGAIN_MS, undefined, { signal })
  }
}

const MOST_LOOKS = 6
const LOOK_AGAIN_MS = 500
