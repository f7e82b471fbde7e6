import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { STORAGE_MAX_KEYS, STORAGE_VALUE_MAX_CHARACTERS } from '../../../../platform/limits.js'
import { Button } from '../../controls/button.js'
import { ConfirmButton } from '../../controls/confirm-button.js'
import { Form, into, put, typedInto } from '../../controls/form.js'
import { DataList, Details } from './data-list.js'
import type { SectionProps } from './section.js'

/** The content of `storage.*` for the selected seat (8.2). */
export const StorageSection = ({ data, seat, wanted, edit }: SectionProps) => {
  /** The selected key; empty for a new one. */
  const key = useSignal<string | null>(null)
  useEffect(put(key, null), [seat])
  const all = Object.entries(data.storage[String(seat)] ?? {})
  const shown = all.filter(
    ([name, value]) => name.toLowerCase().includes(wanted) || value.toLowerCase().includes(wanted),
  )
  const close = put(key, null)
  const current = key.value === null ? undefined : all.find(([name]) => name === key.value)?.[1]
  const isOpen = key.value === '' || current !== undefined
  return (
    <DataList
      label="Stored keys"
      items={shown}
      selected={shown.find(([name]) => name === key.value)}
      onSelect={(one) => into(key)(one?.[0] ?? null)}
      row={([name, value]) => (
        <>
          <span class="row-name">{name}</span>
          <span class="row-summary">{value.slice(0, 200)}</span>
          <span class="row-duration">{value.length.toLocaleString('en')}</span>
        </>
      )}
      empty={all.length === 0 ? `Seat ${seat} has no stored keys.` : 'No keys match the filter.'}
      details={
        isOpen && (
          <ValueForm
            key={key.value}
            name={key.value ?? ''}
            value={current ?? ''}
            onClose={close}
            onSave={async (name, value) => {
              const saved = await edit({ edit: 'set-value', seat, key: name, value })
              if (saved) key.value = name
              return saved
            }}
            onRemove={async (name) => {
              if (await edit({ edit: 'remove-value', seat, key: name })) close()
            }}
          />
        )
      }
      foot={
        <>
          {all.length.toLocaleString('en')} of {STORAGE_MAX_KEYS.toLocaleString('en')} keys
          <span class="spring" />
          <Button onClick={put(key, '')}>New key</Button>
          <ConfirmButton
            confirm={`Remove ${all.length} ${all.length === 1 ? 'key' : 'keys'}`}
            disabled={all.length === 0}
            onConfirm={() => void edit({ edit: 'clear-storage', seat })}
          >
            Remove all
          </ConfirmButton>
        </>
      }
    />
  )
}

interface ValueFormProps {
  /** Empty for a new key. */
  readonly name: string
  readonly value: string
  readonly onClose: () => void
  /** Resolves to whether it was saved. */
  readonly onSave: (name: string, value: string) => Promise<boolean>
  readonly onRemove: (name: string) => Promise<void>
}

const ValueForm = ({ name, value, onClose, onSave, onRemove }: ValueFormProps) => {
  const draftName = useSignal(name)
  /** Null until something is typed: the value then follows the app's. */
  const draft = useSignal<string | null>(null)
  const base = useSignal(value)
  const text = draft.value ?? value
  const changedMeanwhile = draft.value !== null && base.value !== value
  return (
    <Details title={name === '' ? 'New key' : name} onClose={onClose}>
      <Form
        onSubmit={() => {
          void onSave(draftName.value, text).then((saved) => {
            if (saved) draft.value = null
          })
        }}
      >
        {name === '' && (
          <label>
            Key
            <input
              class="text-input"
              value={draftName.value}
              required
              spellcheck={false}
              autoComplete="off"
              onInput={typedInto(draftName)}
            />
          </label>
        )}
        <label>
          Value
          <textarea
            class="text-input"
            rows={5}
            spellcheck={false}
            value={text}
            onInput={(event) => {
              if (draft.value === null) base.value = value
              draft.value = event.currentTarget.value
            }}
          />
        </label>
        <p class="muted small">
          {text.length.toLocaleString('en')} of {STORAGE_VALUE_MAX_CHARACTERS.toLocaleString('en')} characters
          {changedMeanwhile && ' · changed by the app in the meantime'}
        </p>
        <div class="data-actions line wrap">
          <Button type="submit">Save</Button>
          {name !== '' && (
            <Button danger onClick={() => void onRemove(name)}>
              Remove
            </Button>
          )}
        </div>
      </Form>
    </Details>
  )
}
