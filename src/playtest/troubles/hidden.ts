import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import { MINUTE_MS, SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { hidePage, loudness, recordAt, recorded, showPage } from '../page/clockwork.js'
import { CLOCKWORK } from '../page-names.js'
import { begin } from './begin.js'
import { entryName } from './cause.js'
import { jumpOf } from './pace.js'
import type { Stage, Trouble } from './trouble.js'

/** The person leaves in the middle of a game, and comes back after a minute. */
export const HIDDEN: Trouble = {
  name: 'hidden',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  view: { clockwork: true },
  prepare: async () => {},
  play: async (stage) => {
    const { window, client, entry, signal } = stage
    await window.askApp(recordAt, { name: CLOCKWORK, rate: null })
    await begin(stage)
    await wait(Math.max(stage.milliseconds, LEAST_PLAY_MS), undefined, { signal })
    await client.setSwitches({ visible: false })
    const hiddenAt = (await window.askApp(hidePage, CLOCKWORK)) ?? 0
    const breaches: Breach[] = []
    if ((await loudest(stage)) > SILENCE) {
      const left = (await client.calls()).findLast(({ kind }) => kind === 'event')
      breaches.push(
        breach(
          'run/sound-while-hidden',
          entry,
          `Sound kept playing after the app was hidden${left === undefined ? '' : `: ${entryName(left)}`}.`,
        ),
      )
    }
    await client.advance(`${MINUTE_MS / SECOND_MS}s`)
    const shownAt = await window.askApp(showPage, { name: CLOCKWORK, laterMs: MINUTE_MS })
    await client.setSwitches({ visible: true })
    await wait(BACK_MS, undefined, { signal })
    const movement = (await window.askApp(recorded, CLOCKWORK)) ?? {}
    const jump = shownAt === null ? null : jumpOf(movement, hiddenAt, shownAt)
    if (jump !== null)
      breaches.push(
        breach(
          'run/time-jumps',
          entry,
          `After a minute in the background, the game jumped ahead by about ${Math.round(jump.seconds)} s (${jump.what}).`,
        ),
      )
    return breaches
  },
}

/** The loudest sound, once what was sounding had time to fade. */
const loudest = async ({ window, signal }: Stage): Promise<number> => {
  await wait(FADES_WITHIN_MS, undefined, { signal })
  let found = 0
  for (let looks = 0; looks < LISTENS; looks += 1) {
    await wait(LISTEN_EVERY_MS, undefined, { signal })
    found = Math.max(found, (await window.askApp(loudness, CLOCKWORK)) ?? 0)
  }
  return found
}

const LEAST_PLAY_MS = 3_000
const FADES_WITHIN_MS = 1_000
const LISTENS = 3
const LISTEN_EVERY_MS = 500
const SILENCE = 0.001
const BACK_MS = 1_500
