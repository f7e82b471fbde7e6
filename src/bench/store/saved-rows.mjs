import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleSources } from '../matches/bundle-sources.mjs'
import { median, percentile } from '../measure.mjs'

/**
 * @typedef {typeof import('../../simulator/server/data/data-folder.js')
 *   & typeof import('../../platform/limits.js')
 *   & typeof import('../../../test/support/rigs/host-rig.js')} SavedStoreModules
 */

const APP_ID = 'ma_benchbench'
/** After this many calls the store is written again. */
const CALLS_BETWEEN_WHOLES = 100
const GOAL_MS = 2

/**
 * `db.set` with a full shared store, from an app's request to its answer, saved to disk: how long the event loop
 * is blocked. Waiting for the disk does not block it.
 * @param {string} folder an empty one
 * @param {number} callCount
 * @returns {Promise<import('../measure.mjs').Row[]>}
 */
export const savedRows = async (folder, callCount) => {
  const bundle = await bundleSources('saved-store', {
    'simulator/server/data/data-folder.ts': ['DataFolder'],
    'platform/limits.ts': ['SHARED_STORE_BYTES', 'SHARED_WRITES_PER_MINUTE'],
    '../test/support/rigs/host-rig.ts': ['hostRig'],
  })
  /** @type {SavedStoreModules} */
  const parts = await import(pathToFileURL(bundle).href)
  return [
    ...(await rowsOf(parts, join(folder, 'long'), 'x'.repeat(100), callCount)),
    ...(await rowsOf(parts, join(folder, 'short'), 'x'.repeat(20), callCount)),
  ]
}

/**
 * @param {SavedStoreModules} parts
 * @param {string} path
 * @param {string} value
 * @param {number} callCount
 * @returns {Promise<import('../measure.mjs').Row[]>}
 */
const rowsOf = async (
  { DataFolder, SHARED_STORE_BYTES, SHARED_WRITES_PER_MINUTE, hostRig },
  path,
  value,
  callCount,
) => {
  const key = 'score'
  const count = Math.floor(SHARED_STORE_BYTES / (key.length + value.length))
  const records = Array.from({ length: count }, (_, index) => ({
    player: `u_${index}`,
    key,
    value,
    rank: (index * 7_919) % count,
    replaceable: true,
    updatedAt: index,
    sequence: index + 1,
  }))
  const app = join(path, 'data', APP_ID)
  await mkdir(app, { recursive: true })
  await writeFile(join(app, 'shared-store.json'), JSON.stringify({ schema: 1, records }))
  const folder = await DataFolder.open(path, (notice) => {
    throw new Error(notice)
  })
  const rig = await hostRig(folder.store(APP_ID))
  const page = await rig.open()
  const loop = watchLoop()
  /** @type {{ held: number, took: number }[]} */
  const appended = []
  /** @type {{ held: number, took: number }[]} */
  const whole = []
  for (let call = 0; call < callCount; call++) {
    if (call % SHARED_WRITES_PER_MINUTE === 0) rig.clock.advance(60_000)
    const isWhole = call % CALLS_BETWEEN_WHOLES === 0
    if (isWhole) await rm(join(app, 'shared-store.ndjson'), { force: true })
    await loop.rest()
    loop.longest()
    const before = performance.now()
    const answer = await page.call('db.set', {
      key: `own.${call}`,
      value,
      rank: count + call,
      replaceable: true,
    })
    if (!isSaved(answer)) throw new Error(`Not saved: ${JSON.stringify(answer)}.`)
    const took = performance.now() - before
    await loop.rest()
    const times = isWhole ? whole : appended
    times.push({ held: loop.longest(), took })
  }
  loop.end()
  rig.host.close()
  await folder.close()
  const held = appended.map((one) => one.held)
  const detail = `median ${median(held).toFixed(2)} ms, the slowest ${Math.max(...held).toFixed(2)} ms; with the flush a call takes ${median(appended.map((one) => one.took)).toFixed(1)} ms`
  return [
    {
      name: `the event loop held by \`db.set\` at a full saved store of ${count.toLocaleString('en')} records, p99`,
      value: percentile(held, 0.99),
      unit: 'ms',
      goal: GOAL_MS,
      detail,
    },
    {
      name: `the same where all of it is written again, median`,
      value: median(whole.map((one) => one.held)),
      unit: 'ms',
      goal: null,
      detail: `the slowest ${Math.max(...whole.map((one) => one.held)).toFixed(2)} ms; such a call takes ${median(whole.map((one) => one.took)).toFixed(0)} ms`,
    },
  ]
}

/**
 * Whether a record was saved, and not evicted itself.
 * @param {import('../../../test/support/rigs/host-rig.js').Outcome} outcome of `db.set`
 */
const isSaved = (outcome) =>
  'result' in outcome &&
  /** @type {import('../../platform/calls/shapes.js').ResultOf<'db.set'>} */ (outcome.result).saved

/** Turns the event loop without a pause, and measures its turns. */
const watchLoop = () => {
  let longest = 0
  let last = performance.now()
  let ended = false
  const turn = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!ended) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    /** Waits two turns, so that earlier work does not count. */
    rest: async () => {
      await new Promise(setImmediate)
      await new Promise(setImmediate)
    },
    /** The longest turn since the last call, in milliseconds. */
    longest: () => {
      const found = longest
      longest = 0
      return found
    },
    end: () => {
      ended = true
    },
  }
}
