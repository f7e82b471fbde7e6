import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, sweepTemporaries } from '../../durable/atomic-file.js'
import { diskFlush, type Flush } from '../../durable/flush.js'
import { Journal, readJournal } from '../../durable/journal.js'
import { asidePath, asidesOf, copyAside, type ReadText } from '../../durable/json-document.js'
import { lockWithOwner } from '../../durable/owned-lock.js'
import { fileFailure, nullIfMissing, usageFailure } from '../../failure.js'
import { withLaterFields } from '../../host/saving/store.js'
import {
  GROUPED_BY,
  type Grouped,
  type GroupField,
  RECORDS,
  type RecordOf,
  TABLES,
  type Table,
} from './records.js'

const FILE_NAME = 'service.ndjson'
const LOCK_STALE_MS = 4_000
/** A service that is stopping needs a moment. */
const LOCK_WAIT_MS = 1_000

/** A record that is set or, with null, removed. */
export type Change = {
  [Name in Table]: { readonly table: Name; readonly key: string; readonly value: RecordOf<Name> | null }
}[Table]

/** Sets a record. */
export const put = <Name extends Table>(table: Name, key: string, value: RecordOf<Name>): Change =>
  ({ table, key, value }) as Change

export const removal = (table: Table, key: string): Change => ({ table, key, value: null }) as Change

/** The records of every table by their key, and those of some once more by a field: the group of a value has them by key. */
interface Tables {
  readonly records: { readonly [Name in Table]: Map<string, RecordOf<Name>> }
  /** By `<table>.<field>=<value>`. */
  readonly groups: Map<string, Map<string, RecordOf<Table>>>
}

const groupOf = (table: Grouped, field: string, value: unknown): string => `${table}.${field}=${value}`

const entrySchema = z.object({
  table: z.string(),
  key: z.string(),
  value: z.unknown(),
})

/**
 * The service's records: read from memory, and journaled to disk before a change is acknowledged. Changes
 * apply in memory immediately, so that two requests cannot both pass the same check; they are undone if the
 * disk write fails.
 */
export class ServiceStore {
  readonly #tables: Tables = emptyTables()
  readonly #journal: Journal | null
  readonly #release: () => Promise<void>
  /** Whether some of what was saved could not be read, at this start or an earlier one. */
  readonly isDamaged: boolean

  private constructor(
    tables: Tables,
    journal: Journal | null,
    release: () => Promise<void>,
    isDamaged: boolean,
  ) {
    this.#tables = tables
    this.#journal = journal
    this.#release = release
    this.isDamaged = isDamaged
  }

  /** An in-memory store that saves nothing. */
  static inMemory(): ServiceStore {
    return new ServiceStore(emptyTables(), null, async () => {}, false)
  }

  /**
   * Opens the records in a folder and locks it against a second process.
   * @param fresh whether to discard saved data
   * @param now milliseconds since 1970
   * @throws {Failure} `usage` if another process uses the folder, or it cannot be written
   */
  static async open(
    folder: string,
    options: {
      readonly fresh: boolean
      readonly now: number
      readonly warn: (line: string) => void
      readonly flush?: Flush
      /** For tests. */
      readonly read?: ReadText
    },
  ): Promise<ServiceStore> {
    const path = join(folder, FILE_NAME)
    try {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
      const release = await lockFolder(folder, path, options.warn)
      try {
        await sweepTemporaries(folder, (name) => name === FILE_NAME)
        if (options.fresh) await rm(path, { force: true })
        const { entries, fault } = await readJournal(path, options.now, options.read)
        if (fault !== null)
          options.warn(
            `${path} ${fault.words}. The file was ${fault.isMoved ? 'moved' : 'copied'} to ${fault.aside}.`,
          )
        const tables = emptyTables()
        const unread = entries.flatMap((entry) => replay(tables, entry))
        await keepUnread(path, unread, fault?.aside ?? null, options)
        if (!options.fresh && fault === null && entries.length === 0) await noteLoss(folder, path, options)
        const journal = await Journal.start(path, () => snapshot(tables), {
          mode: PRIVATE_FILE_MODE,
          flush: options.flush ?? diskFlush,
        })
        return new ServiceStore(tables, journal, release, await wasDamaged(folder))
      } catch (error) {
        await release()
        throw error
      }
    } catch (error) {
      throw fileFailure('keep data in', folder, error)
    }
  }

  get<Name extends Table>(table: Name, key: string): RecordOf<Name> | null {
    return this.#tables.records[table].get(key) ?? null
  }

  /** The records of a table, the oldest first. */
  all<Name extends Table>(table: Name): Iterable<RecordOf<Name>> {
    return this.#tables.records[table].values()
  }

  /** The records of a table in which a field has this value, the oldest first: it does not look at the others. */
  where<Name extends Grouped>(table: Name, field: GroupField<Name>, value: string): Iterable<RecordOf<Name>> {
    const group = this.#tables.groups.get(groupOf(table, field, value))
    return (group ?? new Map<string, never>()).values() as Iterable<RecordOf<Name>>
  }

  /** The records of a table with their keys, oldest first. */
  entries<Name extends Table>(table: Name): Iterable<readonly [string, RecordOf<Name>]> {
    return this.#tables.records[table].entries()
  }

  count(table: Table): number {
    return this.#tables.records[table].size
  }

  /** Applies changes and resolves when they are durable; if that fails, none of them apply. */
  async commit(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    const before = changes.map((change) => this.#apply(change))
    if (this.#journal === null) return
    try {
      // Of one line nothing is left by a kill, or all.
      await this.#journal.append(changes.length === 1 ? changes : [changes])
    } catch (error) {
      for (const change of before.reverse()) this.#apply(change)
      throw error
    }
  }

  /** Waits for pending writes, and releases the folder. */
  async close(): Promise<void> {
    await this.#journal?.close()
    await this.#release()
  }

  /** @returns the change that undoes this one */
  #apply(change: Change): Change {
    const { table, key } = change
    const previous = { table, key, value: this.#tables.records[table].get(key) ?? null } as Change
    apply(this.#tables, change)
    return previous
  }
}

const emptyTables = (): Tables => ({
  // The tables are the keys of RECORDS, which the compiler does not follow through `map`.
  records: Object.fromEntries(TABLES.map((table) => [table, new Map()])) as unknown as Tables['records'],
  groups: new Map(),
})

const apply = (tables: Tables, { table, key, value }: Change): void => {
  const map = tables.records[table] as Map<string, RecordOf<Table>>
  if (table in GROUPED_BY) regroup(tables.groups, table as Grouped, key, map.get(key) ?? null, value)
  if (value === null) map.delete(key)
  else map.set(key, value)
}

const regroup = (
  groups: Tables['groups'],
  table: Grouped,
  key: string,
  before: RecordOf<Table> | null,
  after: RecordOf<Table> | null,
): void => {
  for (const field of GROUPED_BY[table]) {
    const [from, to] = [before, after].map((one) =>
      one === null ? null : groupOf(table, field, Reflect.get(one, field)),
    )
    if (from !== null && from !== undefined && from !== to) {
      const group = groups.get(from)
      group?.delete(key)
      if (group?.size === 0) groups.delete(from)
    }
    if (after === null || to === null || to === undefined) continue
    const group = groups.get(to) ?? new Map<string, RecordOf<Table>>()
    groups.set(to, group.set(key, after))
  }
}

/** Why a change in the journal was not applied: a later version wrote it, or it is not a change at all. */
type Unread = 'newer' | 'damaged'

/**
 * Replays a journal entry: a change, or several that were made together.
 * @returns why changes were not applied, once for each
 */
const replay = (tables: Tables, entry: unknown): readonly Unread[] =>
  [entry].flat().flatMap((change) => replayChange(tables, change) ?? [])

const replayChange = (tables: Tables, entry: unknown): Unread | null => {
  const parsed = entrySchema.safeParse(entry)
  if (!parsed.success) return 'damaged'
  const { table, key, value } = parsed.data
  const known = TABLES.find((name) => name === table)
  // Records of every earlier version are valid, so that another one is from a later version.
  if (known === undefined) return 'newer'
  if (value === null) {
    apply(tables, removal(known, key))
    return null
  }
  const record = RECORDS[known].safeParse(value)
  if (!record.success) return 'newer'
  apply(tables, { table: known, key, value: withLaterFields(record.data, value) } as Change)
  return null
}

/** Keeps a copy of a journal with changes that were not applied: starting it writes known records only. */
const keepUnread = async (
  path: string,
  unread: readonly Unread[],
  keptIn: string | null,
  { now, warn }: { readonly now: number; readonly warn: (line: string) => void },
): Promise<void> => {
  if (unread.length === 0) return
  const newer = unread.filter((why) => why === 'newer').length
  const aside = keptIn ?? (await copyAside(path, now, newer > 0 ? 'newer' : 'damaged'))
  const damaged = unread.length - newer
  if (damaged > 0) warn(`${path} has changes that are damaged: ${damaged}. The file was copied to ${aside}.`)
  if (newer > 0)
    warn(
      `${path} has records that a newer version of miniapp wrote: ${newer}. The file was copied to ${aside}. Update miniapp to use them.`,
    )
}

/** Reports that a file has no records any more. Uploaded files stay, as long as there is a file that was set aside. */
const noteLoss = async (
  folder: string,
  path: string,
  { now, warn }: { readonly now: number; readonly warn: (line: string) => void },
): Promise<void> => {
  const isThere = (await stat(path).catch(nullIfMissing)) !== null
  if (await hasUploads(folder)) {
    const aside = asidePath(path, now, 'damaged')
    await writeFile(aside, '', { mode: PRIVATE_FILE_MODE })
    warn(`${path} is ${isThere ? 'empty' : 'missing'}. Uploaded files are kept as long as ${aside} is there.`)
  } else if (isThere) warn(`${path} is empty. The service starts with new records.`)
}

/** Whether a folder with records has files that only records can name. */
const hasUploads = async (folder: string): Promise<boolean> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter(
    (entry) => entry.isDirectory() && /^(?:media|versions)(?:-|$)/.test(entry.name),
  )
  const contents = await Promise.all(folders.map(({ name }) => readdir(join(folder, name))))
  return contents.flat().length > 0
}

/** Whether what could not be read, now or before, is still kept: files may be all that is left of it. */
const wasDamaged = async (folder: string): Promise<boolean> =>
  asidesOf(FILE_NAME, await readdir(folder)).length > 0

function* snapshot(tables: Tables): Iterable<Change> {
  for (const [table, records] of Object.entries(tables.records))
    for (const [key, value] of records) yield { table, key, value } as Change
}

const lockFolder = async (
  folder: string,
  path: string,
  warn: (line: string) => void,
): Promise<() => Promise<void>> => {
  const lock = await lockWithOwner(path, {
    staleMs: LOCK_STALE_MS,
    waitMs: LOCK_WAIT_MS,
    // For example after the machine slept: another process may hold the folder by now.
    onLost: () => warn(`The lock on ${folder} was lost. Do not run a second service with the same data.`),
  })
  if (lock.outcome === 'taken') return lock.release
  throw usageFailure(
    `Another service is using the data in ${folder}.`,
    'Stop it, or use another folder with --data.',
  )
}
