import { useSignal } from '@preact/signals'
import type { AppDataRecord } from '../../../../host/control/app-data.js'
import { appUserOfSeat } from '../../../../host/control/switches.js'
import { RECORD_VALUE_MAX_BYTES, SHARED_STORE_BYTES } from '../../../../platform/limits.js'
import { utf8Bytes } from '../../../../platform/text.js'
import { Button } from '../../controls/button.js'
import { Form, into, put } from '../../controls/form.js'
import { DataList, Details } from './data-list.js'
import { formatWhen, type SectionProps } from './section.js'

/** The records of all users, the latest first (4.6). */
export const RecordsSection = ({ data, seat, wanted, edit }: SectionProps) => {
  const chosen = useSignal<RecordName | 'new' | null>(null)
  const all = [...data.sharedStore].reverse()
  const nickname = (player: string): string => data.nicknames[player] ?? player
  const shown = all.filter(({ key, player, value }) =>
    `${key} ${player} ${nickname(player)} ${value}`.toLowerCase().includes(wanted),
  )
  const name = chosen.value
  const record =
    name === null || name === 'new'
      ? undefined
      : shown.find(({ player, key }) => player === name.player && key === name.key)
  const bytes = all.reduce((sum, { key, value }) => sum + utf8Bytes(key) + utf8Bytes(value), 0)
  const close = put(chosen, null)
  return (
    <DataList
      label="Shared records"
      items={shown}
      selected={record}
      onSelect={into(chosen)}
      row={(one) => (
        <>
          <span class="row-name">{one.key}</span>
          <span class="row-outcome">{nickname(one.player)}</span>
          <span class="row-summary">{one.value.slice(0, 200)}</span>
          <span class="row-duration">{one.rank ?? '–'}</span>
        </>
      )}
      empty={all.length === 0 ? 'No shared records.' : 'No records match the filter.'}
      details={
        (record !== undefined || name === 'new') && (
          <RecordForm
            key={record === undefined ? 'new' : `${record.player} ${record.key}`}
            record={record ?? null}
            player={appUserOfSeat(data.ownerId, seat)}
            edit={edit}
            onClose={close}
            onSaved={into(chosen)}
          />
        )
      }
      foot={
        <>
          {all.length.toLocaleString('en')} {all.length === 1 ? 'record' : 'records'} ·{' '}
          {bytes.toLocaleString('en')} of {SHARED_STORE_BYTES.toLocaleString('en')} bytes
          <span class="spring" />
          <Button onClick={put(chosen, 'new')}>New record</Button>
        </>
      }
    />
  )
}

type RecordName = Pick<AppDataRecord, 'player' | 'key'>

interface RecordFormProps extends Pick<SectionProps, 'edit'> {
  /** Null for a new record. */
  readonly record: AppDataRecord | null
  /** The default owner of a new record. */
  readonly player: string
  readonly onClose: () => void
  readonly onSaved: (name: RecordName) => void
}

const RecordForm = ({ record, player, edit, onClose, onSaved }: RecordFormProps) => {
  const draft = useSignal({
    player: record?.player ?? player,
    key: record?.key ?? '',
    value: record?.value ?? '',
    rank: record?.rank === null || record?.rank === undefined ? '' : String(record.rank),
    replaceable: record?.replaceable ?? false,
  })
  const { value, rank } = draft.value
  const change = (part: Partial<typeof draft.value>) => {
    draft.value = { ...draft.value, ...part }
  }
  const text = (label: string, field: 'player' | 'key') => (
    <label>
      {label}
      <input
        class="text-input"
        value={draft.value[field]}
        required
        spellcheck={false}
        autoComplete="off"
        onInput={(event) => change({ [field]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <Details title={record === null ? 'New record' : `${record.key} of ${record.player}`} onClose={onClose}>
      <Form
        onSubmit={() => {
          const { player: whose, key, replaceable } = draft.value
          void edit({
            edit: 'set-record',
            player: whose,
            key,
            value,
            rank: rank.trim() === '' ? null : Number(rank),
            replaceable,
          }).then((saved) => {
            if (saved) onSaved({ player: whose, key })
          })
        }}
      >
        {record === null && (
          <>
            {text('Key', 'key')}
            {text('Player', 'player')}
          </>
        )}
        <label>
          Value
          <textarea
            class="text-input"
            rows={3}
            spellcheck={false}
            value={value}
            onInput={(event) => change({ value: event.currentTarget.value })}
          />
        </label>
        <label>
          Rank
          <input
            class="text-input"
            type="number"
            step="any"
            value={rank}
            placeholder="none"
            onInput={(event) => change({ rank: event.currentTarget.value })}
          />
        </label>
        <label class="check line">
          <input
            type="checkbox"
            checked={draft.value.replaceable}
            onChange={(event) => change({ replaceable: event.currentTarget.checked })}
          />
          Replaceable: deleted when the store is full
        </label>
        <p class="muted small">
          {utf8Bytes(value).toLocaleString('en')} of {RECORD_VALUE_MAX_BYTES.toLocaleString('en')} bytes
          {record !== null && ` · written ${formatWhen(record.updatedAt)}`}
        </p>
        <div class="data-actions line wrap">
          <Button type="submit">Save</Button>
          {record !== null && (
            <Button
              danger
              onClick={() => {
                void edit({ edit: 'remove-record', player: record.player, key: record.key }).then(
                  (removed) => {
                    if (removed) onClose()
                  },
                )
              }}
            >
              Remove
            </Button>
          )}
        </div>
      </Form>
    </Details>
  )
}
