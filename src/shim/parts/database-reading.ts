import { createReader, readValue } from './clone-bytes.js'
import { unpack } from './database-entries.js'
import { bytesOfText } from './dense-text.js'
import type { Items } from './items.js'
import type { DatabasePlan, ReadDatabase, ReadEntry, ReadPage } from './raw-database.js'

/** The item that lists the databases. */
export const CATALOGUE = 'databases'

/**
 * Reads the databases that are kept, with what their pages hold.
 * @param tell says what cannot be read
 */
export const readDatabases = async (
  items: Items,
  tell: (reason: string) => void,
): Promise<readonly ReadDatabase[]> => {
  const plans = readCatalogue(items, tell)
  const read = await Promise.all(
    plans.map(async (plan) => {
      const pages = new Map<number, readonly ReadPage[]>()
      for (const { id } of plan.stores) pages.set(id, await readPages(id, items, tell))
      return { plan, pages }
    }),
  )
  // What a write left behind that was cut off.
  const ids = new Set<string>()
  for (const { stores } of plans) for (const { id } of stores) ids.add(id.toString(36))
  for (const name of items.names())
    if (name !== CATALOGUE && !ids.has(name.replace(/\..*$/, ''))) items.remove(name)
  return read
}

const readCatalogue = (items: Items, tell: (reason: string) => void): readonly DatabasePlan[] => {
  try {
    return JSON.parse(items.get(CATALOGUE) || '[]') as readonly DatabasePlan[]
  } catch {
    tell('the list of databases is damaged')
    return []
  }
}

/** The pages of an object store, the oldest first. */
const readPages = async (
  id: number,
  items: Items,
  tell: (reason: string) => void,
): Promise<readonly ReadPage[]> => {
  const prefix = `${id.toString(36)}.`
  const pages: ReadPage[] = []
  for (const name of items.names()) {
    if (!name.startsWith(prefix)) continue
    try {
      const reader = createReader(bytesOfText(items.get(name) || ''))
      const [time, lastKey, count] = [reader.count(), reader.count(), reader.count()]
      const entries: ReadEntry[] = []
      for (let index = 0; index < count; index++) {
        const bytes = reader.all(reader.count())
        const unpacked = createReader(await unpack(bytes))
        entries.push({ key: readValue(unpacked), value: readValue(unpacked), bytes })
      }
      pages.push({ name, time, lastKey, entries })
    } catch {
      tell(`the page ${name} is damaged`)
    }
  }
  return pages.sort((a, b) => a.time - b.time)
}
