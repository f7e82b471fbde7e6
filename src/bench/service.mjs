import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { percentile, residentBytes, timeOf } from './measure.mjs'
import { startService } from './server-process.mjs'
import { fullData } from './service/full-data.mjs'
import { timesOfPages } from './service/page-times.mjs'

const APP_ID = 'ma_benchbench'

/**
 * What is used here of the `ServiceClient` of `miniapp/testing`.
 * @typedef {object} Client
 * @property {(app: { owner: string, name: string, id: string }) => Promise<string>} register
 * @property {(appId: string, folder: string) => Promise<{ version: string }>} upload
 * @property {(appId: string, version: string) => Promise<unknown>} approve
 * @property {(appId: string, member: string) => Promise<unknown>} buy
 * @property {() => Promise<unknown>} data
 * @property {(data: unknown) => Promise<void>} setData
 */

/**
 * The local service with 100 apps, 1,000 versions and 10,000 sales: each of its pages, its memory and its start.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const counts = { apps: context.some(100, 5), versions: 10, sales: 100 }
  const folder = join(context.folder, 'full-service')
  const empty = await startService(context, folder)
  const client = await clientOf(empty.ready)
  await client.setData(fullData(await firstApp(context, client), counts))
  await empty.stop()

  const before = performance.now()
  const service = await startService(context, folder)
  const startMs = performance.now() - before
  try {
    const pages = await timesOfPages(service.ready.baseUrl)
    const times = [...pages.values()]
    const [slowest, slowestMs] = [...pages].reduce((a, b) => (b[1] > a[1] ? b : a))
    const world = `${counts.apps} apps, ${(counts.apps * counts.versions).toLocaleString('en')} versions and ${(counts.apps * counts.sales).toLocaleString('en')} sales`
    return [
      {
        name: `the slowest of ${pages.size} pages, with ${world}`,
        value: slowestMs,
        unit: 'ms',
        goal: 200,
        detail: `\`${slowest}\`; median ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
      },
      {
        name: 'the memory of `service` after that',
        value: residentBytes(Number(service.child.pid)) / 1_048_576,
        unit: 'MB',
        goal: null,
      },
      { name: '`service` with all that from start to serving', value: startMs, unit: 'ms', goal: null },
    ]
  } finally {
    await service.stop()
  }
}

/**
 * The client of the built package.
 * @param {{ control: string, token: string }} address
 * @returns {Promise<Client>}
 */
const clientOf = async (address) => {
  const { ServiceClient } = await import(new URL('../../dist/testing/index.js', import.meta.url).href)
  return new ServiceClient(address)
}

/**
 * Everything of a service with one app that is sold.
 * @param {import('./bench.mjs').BenchContext} context
 * @param {Client} client
 */
const firstApp = async (context, client) => {
  const app = join(context.folder, 'sold')
  const words = ['init', app, '--template', 'blank', '--name', 'Bench', '--app-id', APP_ID]
  await timeOf({ command: process.execPath, words: [context.binary, ...words] })
  const manifest = join(app, 'manifest.json')
  const access = { type: 'one_time', price: '0.125', statement: 'You receive the whole game.' }
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), access }))
  await client.register({ owner: 'member_you', name: 'Bench', id: APP_ID })
  const { version } = await client.upload(APP_ID, app)
  await client.approve(APP_ID, version)
  await client.buy(APP_ID, 'member_ada')
  return /** @type {import('./service/full-data.mjs').ServiceData} */ (await client.data())
}
