import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { Answered, type ServiceData } from '../support/answered.js'
import { ROOT } from '../support/npm.js'
import { LONG } from '../support/runs.js'
import { LOADS, type LoadedService } from '../support/service-load.js'
import { temporaryFolder } from '../support/temporary-folder.js'

type Testing = typeof import('../../src/testing/index.js')
const { ServiceClient }: Testing = await import(new URL('../../dist/testing/index.js', import.meta.url).href)

const KILLS = LONG ? 1_000 : 8
/** Then a new folder: all that was ever answered is compared after each kill. */
const KILLS_OF_A_FOLDER = 25
/** A kill with what comes before and after takes the better part of two seconds. */
const TIME_LIMIT_MS = 60_000 + KILLS * 15_000

/** The built service on a folder, in a process of its own. */
const start = async (data: string): Promise<LoadedService & { kill(): Promise<void> }> => {
  const words = ['service', '--port', '0', '--data', data, '--format', 'json']
  const child = spawn(process.execPath, [join(ROOT, 'bin/miniapp.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const [line] = (await once(lines, 'line')) as [string]
  const { control, token, baseUrl } = JSON.parse(line) as Record<'control' | 'token' | 'baseUrl', string>
  return {
    baseUrl,
    client: new ServiceClient({ control, token }),
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

it('loses nothing that it answered, and tears nothing, however often it is killed', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  let data = await temporaryFolder()
  let answered = new Answered()
  let writes = 0
  for (let round = 0; round < KILLS; round++) {
    if (round % KILLS_OF_A_FOLDER === 0 && round > 0) {
      data = await temporaryFolder()
      writes += answered.count
      answered = new Answered()
    }
    const service = await start(data)
    const kept = (await service.client.data()) as ServiceData
    expect(answered.missing(kept)).toEqual([])
    expect(wrongBalances(kept)).toEqual([])
    expect(await service.client.faults()).toMatchObject({ payouts: 'ok' })
    let killed = false
    const failures: unknown[] = []
    const loads = LOADS.map((load) =>
      load(service, answered, round).catch((error: unknown) => {
        if (!killed) failures.push(error)
      }),
    )
    // Not after a time: after so many answers, of which each round has another number.
    const wanted = answered.count + 1 + ((round * 17) % 90)
    await expect.poll(() => failures.length > 0 || answered.count >= wanted, { interval: 1 }).toBe(true)
    killed = true
    await service.kill()
    await Promise.all(loads)
    expect(failures).toEqual([])
  }
  expect(writes + answered.count).toBeGreaterThan(20 * KILLS)
})

/** Members whose balance is not what they were given, less what they paid, and what they were paid (3.3). */
const wrongBalances = ({ records }: ServiceData): readonly string[] => {
  const rows = (table: string) => Object.values(records[table] ?? {})
  const sum = (values: readonly unknown[]): number =>
    values.reduce<number>((all, one) => all + Number(one), 0)
  return rows('member').flatMap(({ id, balance, given }) => {
    const paid = rows('sale').filter(({ buyer, state }) => buyer === id && state !== 'returned')
    const received = rows('payout').filter(({ to }) => to === id)
    const right =
      Number(given) -
      sum(paid.map(({ thousandths }) => thousandths)) +
      sum(received.map(({ thousandths }) => thousandths))
    return balance === right ? [] : [`${id} has ${balance}, not ${right}`]
  })
}
