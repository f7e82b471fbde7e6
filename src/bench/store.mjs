import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bundleSources } from './matches/bundle-sources.mjs'
import { percentile } from './measure.mjs'
import { savedRows } from './store/saved-rows.mjs'

/** @typedef {typeof import('../host/records/shared-store.js') & typeof import('../platform/limits.js')} StoreModules */

/** Fewer calls, so that their evictions leave the store nearly as it is. */
const LONG_SHARE = 0.45
const GOAL_MS = 2
const ORDERS = /** @type {const} */ (['rank_desc', 'rank_asc', 'recent'])

/**
 * Calls with a full shared store (8.3), in the host only: records as games write them, and the smallest with
 * a value, of which one long write evicts five hundred. Then the same call from an app's request to its saved answer.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async ({ folder, some }) => {
  const calls = some(2_000, 200)
  const bundle = await bundleSources('store', {
    'host/records/shared-store.ts': ['SharedStore'],
    'platform/limits.ts': ['SHARED_STORE_BYTES', 'RECORD_VALUE_MAX_BYTES', 'LIST_PAGE_MAX'],
  })
  /** @type {StoreModules} */
  const host = await import(pathToFileURL(bundle).href)
  // This runs first: the half a million records of the others would slow its garbage collection.
  const saved = await savedRows(folder, some(1_000, 200))
  return [
    ...rowsOf(host, calls, 'records of 25 bytes', { key: 'score', value: '12345678901234567890' }),
    ...rowsOf(host, calls, 'records of 2 bytes', { key: 's', value: '1' }),
    ...saved,
  ]
}

/**
 * @param {StoreModules} host
 * @param {number} callCount of each kind
 * @param {string} what
 * @param {{ key: string, value: string }} record
 * @returns {import('./measure.mjs').Row[]}
 */
const rowsOf = (host, callCount, what, { key, value }) => {
  const { SharedStore, SHARED_STORE_BYTES, RECORD_VALUE_MAX_BYTES, LIST_PAGE_MAX } = host
  const store = new SharedStore()
  const count = Math.floor(SHARED_STORE_BYTES / (key.length + value.length))
  /**
   * @param {number} player
   * @param {string} text
   * @param {number} rank
   */
  const write = (player, text, rank) =>
    store.set({ player: `u_${player}`, key, value: text, rank, replaceable: true }, player)
  for (let player = 0; player < count; player++) write(player, value, (player * 7_919) % count)
  // Collect the garbage of filling the store first.
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const long = 'x'.repeat(RECORD_VALUE_MAX_BYTES)
  let next = count
  const middle = store.list(key, 'rank_desc', LIST_PAGE_MAX, { rank: count / 2, sequence: 0 }).next
  /** @type {Readonly<Record<string, (call: number) => void>>} */
  const calls = {
    'db.set, which evicts for a long value': () => write(next++, long, count * 2),
    'db.set, which evicts for a short one': () => write(next++, value, count * 2),
    'db.get': (call) => store.get(`u_${call}`, key),
    'db.list': (call) =>
      store.list(key, ORDERS[call % 3] ?? 'recent', LIST_PAGE_MAX, call % 2 === 0 ? middle : null),
    'db.remove': (call) => store.remove(`u_${count - call}`, key),
  }
  return Object.entries(calls).map(([name, call]) => {
    const times = Array.from(
      { length: name.includes('long') ? callCount * LONG_SHARE : callCount },
      (_, index) => {
        const before = performance.now()
        call(index)
        return performance.now() - before
      },
    )
    return {
      name: `\`${name}\` at a store full of ${what}, p99`,
      value: percentile(times, 0.99),
      unit: 'ms',
      goal: GOAL_MS,
      detail: `${count.toLocaleString('en')} records; the slowest ${Math.max(...times).toFixed(2)} ms`,
    }
  })
}
