import { type Signal, useSignal } from '@preact/signals'
import { Alert, into } from '../../controls/form.js'
import { SearchField } from '../../controls/search-field.js'
import { Select, seatChoices } from '../../controls/select.js'
import type { ShellParts } from '../../parts.js'
import type { Control } from '../../stores/control.js'
import { useListing } from '../use-listing.js'
import { useRefreshed } from '../use-refreshed.js'
import { PersonSection } from './person-section.js'
import { PurchasesSection } from './purchases-section.js'
import { RecordsSection } from './records-section.js'
import { SnapshotsSection } from './snapshots-section.js'
import { StorageSection } from './storage-section.js'

export interface DataPanelProps extends Pick<ShellParts, 'observer' | 'control' | 'log'> {
  readonly section: 'storage' | 'purchases' | 'records' | 'person' | 'snapshots'
  /** The seat whose data is shown; its own choice, which starts at the selected seat of the window. */
  readonly seat: Signal<number>
}

const SEATS = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** A part of the app's saved data: view, edit, save and restore it. */
export const DataPanel = ({ observer, control, log, section, seat }: DataPanelProps) => {
  const { value, problem, run } = useRefreshed(log, async () => ({
    data: await control.data(),
    figures: await control.figures(),
  }))
  const listing = useListing(observer)
  const filter = useSignal('')
  const saved = value.value
  const listed = section === 'storage' || section === 'purchases' || section === 'records'
  const props = {
    seat: seat.value,
    wanted: filter.value.trim().toLowerCase(),
    edit: (edit: Parameters<Control['editData']>[0]) => run(() => control.editData(edit)),
  }
  return (
    <div class="calls">
      {section !== 'snapshots' && (
        <div class="panel-tools line wrap">
          <Select
            label="Seat"
            labelHidden
            value={seat.value}
            choices={seatChoices(SEATS)}
            onChange={into(seat)}
          />
          {listed && <SearchField label="Filter by text" placeholder="Filter" text={filter} />}
        </div>
      )}
      <Alert text={problem.value} className="data-problem" />
      {saved === null ? (
        <p class="empty">{problem.value === null ? 'Loading …' : 'No data.'}</p>
      ) : (
        <>
          {section === 'storage' && <StorageSection data={saved.data} {...props} />}
          {section === 'purchases' && (
            <PurchasesSection
              data={saved.data}
              figures={saved.figures}
              forSale={listing.value?.forSale ?? []}
              {...props}
            />
          )}
          {section === 'records' && <RecordsSection data={saved.data} {...props} />}
          {section === 'person' && <PersonSection data={saved.data} {...props} />}
          {section === 'snapshots' && <SnapshotsSection data={saved.data} control={control} run={run} />}
          <p class="panel-foot">Changes reach the app at its next call.</p>
        </>
      )}
    </div>
  )
}
