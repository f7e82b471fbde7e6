import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { Answered, type ServiceData } from '../support/cases/answered.js'
import { ROOT } from '../support/processes/npm.js'
import { appZip } from '../support/rigs/service-control.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'
import { LOADS, type LoadedService } from './service-load.js'

type Testing = typeof import('../../src/testing/index.js')
const { ServiceClient }: Testing = await import(new URL('../../dist/testing/index.js', import.meta.url).href)

const KILLS = LONG ? 1_000 : 8
/** Then a new folder: all that was ever answered is compared after each kill. */
const KILLS_OF_A_FOLDER = 25
/** A kill with what comes before and after takes the better part of two seconds. */
const TIME_LIMIT_MS = 60_000 + KILLS * 15_000
const TIME_LIMIT_OF_ANSWERS_MS = 120_000

/** The built service on a folder, in a process of its own. */
const start = async (data: string): Promise<LoadedService & { kill(): Promise<void> }> => {
  const words = ['service', '--port', '0', '--data', data, '--format', 'json']
  const child = spawn(process.execPath, [join(ROOT, 'bin/miniapp.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
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
    // Ninety answers are ninety flushes, of a disk to which others may be writing.
    await expect
      .poll(() => failures.length > 0 || answered.count >= wanted, {
        interval: 1,
        timeout: TIME_LIMIT_OF_ANSWERS_MS,
        message: `the answers before kill ${round + 1}`,
      })
      .toBe(true)
    killed = true
    await service.kill()
    await Promise.all(loads)
    expect(failures).toEqual([])
  }
  expect(writes + answered.count).toBeGreaterThan(20 * KILLS)
})

/** Of which each takes an import or two. */
const KILLED_IMPORTS = LONG ? 200 : 5
/** How long after an answer, in milliseconds: an import takes about as long. */
const MAX_DELAY_MS = 60

it('has the data of before an import or those of the import, whole, whenever it is killed', {
  timeout: 60_000 + KILLED_IMPORTS * 10_000,
}, async () => {
  const data = await temporaryFolder()
  const id = 'ma_abcdefghij'
  const worlds: ServiceData[] = []
  const first = await start(data)
  for (const name of ['First', 'Second']) {
    await first.client.reset()
    await first.client.register({ name, id })
    const files = { 'index.html': `<!doctype html><title>${name}</title>` }
    await first.client.upload(id, await appZip({ app_id: id }, files))
    worlds.push((await first.client.data()) as ServiceData)
  }
  await first.kill()
  // Which of the worlds may be there: the last that was answered, and one that was sent since.
  let possible: readonly (ServiceData | undefined)[] = [worlds[1]]
  for (let round = 0; round < KILLED_IMPORTS; round++) {
    const { client, kill } = await start(data)
    const found = (await client.data()) as ServiceData
    const kept = possible.find((world) => world?.versions[`${id}/1.0.0`] === found.versions[`${id}/1.0.0`])
    expect(found).toEqual(kept)
    possible = [kept]
    let answers = 0
    const imports = (async () => {
      for (let number = 0; ; number++) {
        const next = worlds[number % 2]
        possible = [possible.at(-1), next]
        await client.setData(next)
        possible = [next]
        answers += 1
      }
    })().catch(() => {})
    await expect.poll(() => answers, { interval: 1 }).toBeGreaterThan(round % 3)
    await setTimeout(Math.random() * MAX_DELAY_MS)
    await kill()
    await imports
  }
  await start(data)
  const folders = (await readdir(data)).filter((name) => /^(media|versions|incoming)/.test(name))
  expect(folders).toHaveLength(2)
})

/** Members whose balance is not what they were given, less what they paid, and what they were paid (3.3). */
const wrongBalances = ({ records }: ServiceData): readonly string[] => {
  const rows = (table: string) => Object.values(records[table] ?? {})
  const sum = (values: readonly unknown[]): number =>
    values.reduce<number>((all, one) => all + Number(one), 0)
  return rows('member').flatMap(({ id, balance, given }) => {
    const paid = rows('sale').filter(({ buyer, state }) => buyer === id && state !== 'returned')
    const fees = rows('postFee').filter(({ payer }) => payer === id)
    const received = rows('payout').filter(({ to }) => to === id)
    const right =
      Number(given) -
      sum([...paid, ...fees].map(({ thousandths }) => thousandths)) +
      sum(received.map(({ thousandths }) => thousandths))
    return balance === right ? [] : [`${id} has ${balance}, not ${right}`]
  })
}
