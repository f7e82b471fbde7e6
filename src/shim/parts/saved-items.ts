import type { Area } from './item-records.js'
import { createItemStore, type ItemStore, RANDOM_CHARACTERS, type Storage, type Write } from './item-store.js'
import { createItems, type Items } from './items.js'
import { sayOnce } from './log.js'
import { createWriteSlots, SHIM_WRITES_PER_MINUTE, type Time } from './write-slots.js'

/*! Keeps items in Service.storage: all are read at the start; what changes is written soon, within 120 writes a minute. */

/** `Service.storage`. */
export interface WritableStorage extends Storage {
  set(key: string, value: string): Promise<unknown>
  remove(key: string): Promise<unknown>
}

/** An item that has to be written. */
interface Change {
  readonly area: Area
  readonly name: string
}

/** After a refusal: for too many writes, and for a host that does not answer. */
const PAUSE_MS = 10_000

/** How long changes are gathered: the more was written in this minute, the longer. */
const gapAfter = (writes: number): number => (writes < 20 ? 50 : writes < 50 ? 1_000 : 3_000)

/** Stands in a saved name for the app's folder, as it is and as a part of a query. */
const FOLDER_MARKS = ['\u0001/', '\u0001%'] as const

/**
 * @param storage null where there is no SDK: then everything stays in memory
 * @param folder the path of the app's folder, with the version in it. It is not saved in names, so that what a game keeps
 *   under its own address is found by the next version too
 */
export const createSavedItems = (storage: WritableStorage | null, time: Time, folder = '/') => {
  // The root of a server is in every address, and never changes.
  const folders = folder === '/' ? [] : [folder, encodeURIComponent(folder)]
  const savedName = (name: string): string =>
    folders.reduce((kept, one, index) => kept.split(one).join(FOLDER_MARKS[index]), name)
  const ownName = (name: string): string =>
    folders.reduce((own, one, index) => own.split(FOLDER_MARKS[index] ?? '').join(one), name)
  const slots = createWriteSlots(time)
  const minute = (): number => Math.floor(Date.now() / 60_000)
  const random = (): string =>
    Math.random()
      .toString(36)
      .slice(2, 2 + RANDOM_CHARACTERS)
      .padEnd(RANDOM_CHARACTERS, '0')
  const areas = new Map<Area, { readonly items: Items; readonly store: ItemStore }>()
  const changes = new Map<string, Change>()
  /** What the store has no room for, until something is removed. */
  const homeless = new Map<string, Change>()
  let isRead = false
  let reading: Promise<void> | null = null
  let stopped = storage === null
  let working = false
  let hurried = false
  let lastAnswer = Number.NEGATIVE_INFINITY
  const sleepers = new Set<() => void>()

  const idOf = ({ area, name }: Change): string => `${area}.${name}`

  /** Waits, unless there is a hurry. */
  const rest = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        sleepers.delete(wake)
        stop()
        resolve()
      }
      const stop = time.later(wake, milliseconds)
      sleepers.add(wake)
    })

  const send = async ({ key, value }: Write): Promise<void> => {
    if (storage === null) return
    for (let wait = slots.wait(); wait > 0; wait = slots.wait()) await rest(wait)
    slots.take()
    await (value === null ? storage.remove(key) : storage.set(key, value))
  }

  /** Whether the store has all of these keys. Another window of the same person may have removed some. */
  const areThere = async (needed: readonly string[]): Promise<boolean> => {
    if (needed.length === 0 || storage === null) return true
    const keys = new Set(await storage.keys())
    return needed.every((key) => keys.has(key))
  }

  const save = async (change: Change): Promise<void> => {
    const area = areas.get(change.area)
    if (area === undefined) return
    const value = area.items.get(change.name)
    const plan = area.store.writesFor(savedName(change.name), value)
    if (plan === null) {
      sayOnce(`${shown(change)} is too large for Service.storage: it is kept in memory only.`)
      return
    }
    try {
      if (!(await areThere(plan.relies))) {
        area.store.distrust(savedName(change.name))
        return await save(change)
      }
      for (const write of plan.writes) await send(write)
      plan.done()
      if (value === null) {
        for (const [id, waiting] of homeless) changes.set(id, waiting)
        homeless.clear()
      }
    } catch (error) {
      failed(change, codeOf(error))
    }
  }

  const failed = (change: Change, code: string): void => {
    switch (code) {
      case 'RATE_LIMITED':
      case 'TIMEOUT':
      case 'OFFLINE':
        slots.pause(PAUSE_MS)
        hurried = false
        if (!changes.has(idOf(change))) changes.set(idOf(change), change)
        return
      case 'STORAGE_FULL':
        sayOnce(
          `Service.storage has no room for more keys: ${shown(change)} and other new values are kept in memory only.`,
        )
        homeless.set(idOf(change), change)
        return
      case 'VALUE_TOO_LONG':
      case 'INVALID':
      case 'INVALID_KEY':
        sayOnce(`${shown(change)} was refused (${code}): it is kept in memory only.`)
        return
      default:
        stopped = true
        sayOnce(`Service.storage failed (${code}): from now on, values are kept in memory only.`)
    }
  }

  const readAll = async (): Promise<void> => {
    if (storage === null) return
    const keys = await storage.keys()
    lastAnswer = time.now()
    const heard: Storage = {
      keys: () => storage.keys(),
      get: async (key) => {
        const value = await storage.get(key)
        lastAnswer = time.now()
        return value
      },
    }
    await Promise.all(
      [...areas.values()].map(async ({ items, store }) => {
        // What was saved before counts more than what an app sets that has started without it: its defaults.
        for (const { name, value } of await store.read(heard, keys)) items.fill(ownName(name), value)
      }),
    )
    isRead = true
  }

  /** Reads, unless that is done. @returns whether it is done now */
  const readOnce = async (): Promise<boolean> => {
    try {
      if (reading === null) reading = readAll()
      await reading
    } catch (error) {
      reading = null
      const code = codeOf(error)
      if (code !== 'TIMEOUT' && code !== 'OFFLINE' && code !== 'RATE_LIMITED') stopped = true
      sayOnce(`Service.storage could not be read (${code}): the values start empty.`)
    }
    return isRead
  }

  /** Writes until nothing is left to write. One at a time works, so that a key's values go out in their order. */
  const work = async (): Promise<void> => {
    if (working) return
    working = true
    while (changes.size > 0 && !stopped) {
      // A value that is written before the saved ones are known could overwrite them.
      if (!isRead && !(await readOnce())) {
        if (!stopped) await rest(PAUSE_MS)
        continue
      }
      const wait = slots.wait()
      if (wait > 0) await rest(wait)
      const batch = [...changes.values()].slice(0, Math.max(1, SHIM_WRITES_PER_MINUTE - slots.used()))
      for (const change of batch) changes.delete(idOf(change))
      await Promise.all(batch.map(save))
      if (!hurried) await rest(gapAfter(slots.used()))
    }
    working = false
    hurried = false
  }

  const tidy = async (): Promise<void> => {
    for (const { store } of areas.values())
      for (const write of store.takeForgotten())
        try {
          await send(write)
        } catch {
          // The next start finds them again.
          return
        }
  }

  return {
    /** The items of an area, which are filled once they are read. */
    items: (area: Area): Items => {
      const known = areas.get(area)
      if (known !== undefined) return known.items
      const items = createItems((name) => {
        const change = { area, name }
        if (stopped || changes.has(idOf(change))) return
        changes.set(idOf(change), change)
        // What is set in one go is written in one go.
        if (!working) Promise.resolve().then(work)
      })
      areas.set(area, { items, store: createItemStore(area, minute, random) })
      return items
    },
    /** Reads everything; resolves when it is there, or the host has refused. Called once. */
    read: async (): Promise<void> => {
      if (storage === null) sayOnce('service-miniapp.js is not loaded: values are kept in memory only.')
      if (await readOnce()) tidy()
    },
    /** Whether everything was read: else nothing is written. */
    isRead: (): boolean => isRead,
    /** When the host last answered, by the clock of `time`; minus infinity before it ever did. */
    lastAnswer: (): number => lastAnswer,
    /** Sends immediately everything that may be sent: the page is about to close. */
    hurry: (): void => {
      hurried = true
      for (const wake of [...sleepers]) wake()
    },
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)

/** An item, as a line of the log has it; of databases it would be a part, whose name says nothing. */
const shown = ({ area, name }: Change): string =>
  area === 'indexedDB' ? area : `${area} ${JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)}`
