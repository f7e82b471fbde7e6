import type { Capability } from '../../platform/features.js'
import type { LedgerState } from '../money/ledger.js'
import type { StoredRecord } from '../records/stored-record.js'

/** All saved data of an app, in the host's own form. Times are milliseconds since 1970. */
export interface AppContents {
  readonly ownerId: string
  readonly storage: ReadonlyMap<number, ReadonlyMap<string, string>>
  readonly nicknames: ReadonlyMap<string, string>
  readonly aiConsents: ReadonlyMap<string, ReadonlySet<Capability>>
  readonly ledger: LedgerState
  readonly records: readonly StoredRecord[]
}
