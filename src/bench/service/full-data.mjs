/**
 * What the local service keeps, as `control/data` has it.
 * @typedef {object} ServiceData
 * @property {Record<string, Record<string, Record<string, unknown>>>} records by table, then by key
 * @property {Record<string, string>} versions zips in base64
 */

const BUYERS = ['member_ada', 'member_studio', 'member_you']
/** Sales are that far apart, so that some are held still and others were paid out long ago. */
const BETWEEN_SALES_MS = 4 * 3_600_000

/**
 * The data of a service with one app, one version and one sale, multiplied: nobody may upload or buy as much in a minute.
 * @param {ServiceData} data
 * @param {{ apps: number, versions: number, sales: number }} counts of apps; of versions and sales of each app
 * @returns {ServiceData}
 */
export const fullData = ({ records, versions, ...others }, counts) => {
  const app = onlyOf(records, 'miniApp')
  const version = onlyOf(records, 'miniAppVersion')
  const sale = onlyOf(records, 'sale')
  const notice = onlyOf(records, 'notice')
  const [zip = ''] = Object.values(versions)
  /** @type {ServiceData} */
  const full = { ...others, records: { ...records }, versions: {} }
  /**
   * @param {string} table
   * @param {string} id
   * @param {object} record
   */
  const add = (table, id, record) => {
    full.records[table] ??= {}
    full.records[table][id] = { ...record, id }
  }
  for (const table of ['miniApp', 'miniAppVersion', 'sale', 'notice']) full.records[table] = {}
  for (let a = 0; a < counts.apps; a++) {
    const appId = `ma_bench${letters(a)}`
    const name = `Bench ${a}`
    add('miniApp', appId, { ...app, name, slug: `bench-${a}` })
    for (let v = 0; v < counts.versions; v++) {
      const number = `1.${v}.0`
      const id = `${appId}/${number}`
      const manifest = Object.assign({}, version['manifest'], { app_id: appId, name, version: number })
      const state = v === counts.versions - 1 ? 'live' : 'replaced'
      add('miniAppVersion', id, { ...version, appId, version: number, state, manifest })
      add('notice', `${notice['id']}${a}_${v}`, { ...notice, appId, version: number })
      full.versions[id] = zip
    }
    for (let s = 0; s < counts.sales; s++) {
      const earlier = s * BETWEEN_SALES_MS
      add('sale', `${sale['id']}${a}_${s}`, {
        ...sale,
        appId,
        buyer: BUYERS[s % BUYERS.length],
        purchasedAt: Number(sale['purchasedAt']) - earlier,
        confirmsAt: sale['confirmsAt'] === null ? null : Number(sale['confirmsAt']) - earlier,
      })
    }
  }
  return full
}

/**
 * @param {ServiceData['records']} records
 * @param {string} table
 */
const onlyOf = (records, table) => {
  const [record] = Object.values(records[table] ?? {})
  if (record === undefined) throw new Error(`There is no ${table} to multiply.`)
  return record
}

/**
 * Five letters of an App ID (2.1).
 * @param {number} number
 */
const letters = (number) =>
  [...number.toString().padStart(5, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')
