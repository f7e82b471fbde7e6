import type { RecordOf } from '../records/records.js'
import type { ServiceStore } from '../records/store.js'
import type { Kept, OfApps, RecordReader } from './draft.js'

/** The records, with those of each app at hand. */
export class IndexedRecords implements RecordReader {
  readonly #store: Pick<ServiceStore, 'get' | 'all'>
  /** By table, and by app. */
  #ofApps: { readonly [Name in OfApps]: ReadonlyMap<string, readonly RecordOf<Name>[]> } | null = null

  constructor(store: Pick<ServiceStore, 'get' | 'all'>) {
    this.#store = store
  }

  get<Name extends Kept>(table: Name, id: string): RecordOf<Name> | null {
    return this.#store.get(table, id)
  }

  all<Name extends Kept>(table: Name): Iterable<RecordOf<Name>> {
    return this.#store.all(table)
  }

  ofApp<Name extends OfApps>(table: Name, appId: string): readonly RecordOf<Name>[] {
    this.#ofApps ??= {
      miniAppVersion: grouped(this.#store.all('miniAppVersion'), (one) => one.appId),
      sale: grouped(this.#store.all('sale'), (one) => one.appId),
    }
    return this.#ofApps[table].get(appId) ?? []
  }

  /** The records changed. */
  forget(): void {
    this.#ofApps = null
  }
}

/** Values by what they have in common, in the order of their first. (`Map.groupBy` needs Node.js 21.) */
export const grouped = <Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> => {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
