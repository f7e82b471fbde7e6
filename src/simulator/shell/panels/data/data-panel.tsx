import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Alert } from '../../controls/alert.js'
import { into } from '../../controls/into.js'
import { SearchField } from '../../controls/search-field.js'
import { Segmented } from '../../controls/segmented.js'
import { asChoices, Select } from '../../controls/select.js'
import type { Control } from '../../stores/control.js'
import type { LogStore } from '../../stores/log-store.js'
import type { Observer } from '../../stores/observer.js'
import { useListing } from '../use-listing.js'
import { useRefreshed } from '../use-refreshed.js'
import { PersonSection } from './person-section.js'
import { PurchasesSection } from './purchases-section.js'
import { RecordsSection } from './records-section.js'
import { SnapshotsSection } from './snapshots-section.js'
import { StorageSection } from './storage-section.js'

export interface DataPanelProps {
  readonly observer: Observer
  readonly control: Control
  readonly log: LogStore
  /** The selected seat of this window; another one can be viewed here. */
  readonly seat: number
}

const SECTIONS = ['storage', 'purchases', 'records', 'person', 'snapshots'] as const
type Section = (typeof SECTIONS)[number]

const LABELS = {
  storage: 'Storage',
  purchases: 'Purchases',
  records: 'Shared',
  person: 'Person',
  snapshots: 'Snapshots',
} as const satisfies Record<Section, string>

const SEATS = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** The saved data of the app: view, edit, save and restore it. */
export const DataPanel = ({ observer, control, log, seat: chosenSeat }: DataPanelProps) => {
  const { value, problem, run } = useRefreshed(log, async () => ({
    data: await control.data(),
    figures: await control.figures(),
  }))
  const listing = useListing(observer)
  const section = useSignal<Section>('storage')
  const seat = useSignal(chosenSeat)
  useEffect(() => {
    seat.value = chosenSeat
  }, [chosenSeat])
  const filter = useSignal('')
  const saved = value.value
  const listed = section.value === 'storage' || section.value === 'purchases' || section.value === 'records'
  const props = {
    seat: seat.value,
    wanted: filter.value.trim().toLowerCase(),
    edit: (edit: Parameters<Control['editData']>[0]) => run(() => control.editData(edit)),
  }
  return (
    <div class="calls">
      <div class="panel-tools line wrap">
        <Segmented
          label="Saved data"
          value={section.value}
          choices={SECTIONS.map((name) => ({ value: name, label: LABELS[name] }))}
          onChange={into(section)}
        />
        <span class="spring" />
        <Select
          label="Seat"
          value={seat.value}
          choices={asChoices(SEATS)}
          disabled={section.value === 'snapshots'}
          onChange={into(seat)}
        />
        {listed && <SearchField label="Filter by text" placeholder="Filter" text={filter} />}
      </div>
      <Alert text={problem.value} className="data-problem" />
      {saved === null ? (
        <p class="empty">{problem.value === null ? 'Loading …' : 'No data.'}</p>
      ) : (
        <>
          {section.value === 'storage' && <StorageSection data={saved.data} {...props} />}
          {section.value === 'purchases' && (
            <PurchasesSection
              data={saved.data}
              figures={saved.figures}
              forSale={listing.value?.forSale ?? []}
              {...props}
            />
          )}
          {section.value === 'records' && <RecordsSection data={saved.data} {...props} />}
          {section.value === 'person' && <PersonSection data={saved.data} {...props} />}
          {section.value === 'snapshots' && (
            <SnapshotsSection data={saved.data} control={control} run={run} />
          )}
          <p class="panel-foot">
            The app sees changes at its next call. Values that the platform would not store are refused.
          </p>
        </>
      )}
    </div>
  )
}
