import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Answer } from '../../src/platform/envelope.js'
import { startDev } from '../support/processes/dev-process.js'
import { openShellWindow, type ShellWindow } from '../support/rigs/shell-window.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const KILLS = LONG ? 1_000 : 8
/** A kill with what comes before and after takes about a second. */
const TIME_LIMIT_MS = 60_000 + KILLS * 15_000
const TIME_LIMIT_OF_ANSWERS_MS = 60_000
const WRITERS_OF_EACH = 2
/** Rate limits refuse more in a minute. */
const MOST_WRITES = 40

const MANIFEST = {
  service_miniapp: 1,
  app_id: 'ma_abcdefghij',
  version: '1.0.0',
  name: 'Counting',
  summary: 'Counts until it is killed',
  age_rating: '4+',
  icon: 'icon.png',
  access: { type: 'free' },
}

const AREAS = ['storage', 'db'] as const
type Area = (typeof AREAS)[number]

/** The count that an area has; 0 if there is none. */
const countIn = async (window: ShellWindow, area: Area): Promise<number> => {
  const answer = await window.call(1, `${area}.get`, { key: 'count' })
  if ('error' in answer) throw new Error(`${area}.get: ${answer.error.message}`)
  const { result } = answer
  return Number(
    area === 'db' ? ((result as { record: { value: string } | null }).record?.value ?? 0) : result,
  )
}

it('the simulator loses nothing that it answered, and tears nothing, however often it is killed', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const app = await temporaryFolder()
  await writeFile(join(app, 'index.html'), '<!doctype html>')
  await writeFile(join(app, 'manifest.json'), JSON.stringify(MANIFEST))
  const answered = { storage: 0, db: 0 }
  let writes = 0
  for (let round = 0; round < KILLS; round++) {
    const { child, ended, ready } = await startDev(app)
    const window = await openShellWindow(new URL(ready.url).origin, ready.token, 1)
    window.send({ type: 'frame-opened', frame: 1 })
    const before = writes
    const failures: Answer[] = []
    for (const area of AREAS) {
      const found = await countIn(window, area)
      expect(found).toBeGreaterThanOrEqual(answered[area])
      let next = found
      const write = async (): Promise<void> => {
        while (next < found + MOST_WRITES) {
          next += 1
          const value = next
          const answer = await window.call(1, `${area}.set`, { key: 'count', value: String(value) })
          if ('error' in answer) failures.push(answer)
          else answered[area] = Math.max(answered[area], value)
          writes += 1
        }
      }
      // Those under way when it is killed are never answered.
      for (let writer = 0; writer < WRITERS_OF_EACH; writer++) void write()
    }
    // Not after a time: after so many answers, of which each round has another number.
    const wanted = 1 + ((round * 17) % MOST_WRITES)
    await expect
      .poll(() => writes - before, {
        interval: 1,
        timeout: TIME_LIMIT_OF_ANSWERS_MS,
        message: `the answers before kill ${round + 1}`,
      })
      .toBeGreaterThanOrEqual(wanted)
    child.kill('SIGKILL')
    await ended
    expect(failures).toEqual([])
  }
  expect(writes).toBeGreaterThanOrEqual(KILLS)
  const names = await readdir(join(app, '.miniapp', 'data'), { recursive: true })
  expect(names.filter((name) => name.includes('damaged'))).toEqual([])
})
