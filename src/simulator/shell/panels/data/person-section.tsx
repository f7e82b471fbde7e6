import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { appUserOfSeat } from '../../../../host/control/switches.js'
import { CAPABILITIES } from '../../../../platform/features.js'
import { Button } from '../../controls/button.js'
import { CopyButton } from '../../controls/copy-button.js'
import { Form, put, typedInto } from '../../controls/form.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import type { SectionProps } from './section.js'

/** The user in the selected seat: ID, nickname, balance, and permissions (2.5, 3.2, 4.6, 4.7). */
export const PersonSection = ({ data, seat, edit }: Omit<SectionProps, 'wanted'>) => {
  const person = appUserOfSeat(data.ownerId, seat)
  const nickname = data.nicknames[person] ?? null
  const balance = data.balances[person] ?? null
  const allowed = data.aiConsents[person] ?? []
  return (
    <ScrollArea className="scroll-panel" label={`The person in seat ${seat}`}>
      <div class="data-form">
        <dl class="facts">
          <dt>app_user_id</dt>
          <dd class="fact-copied line">
            <code>{person}</code>
            <CopyButton label="Copy the ID" text={() => person} />
          </dd>
        </dl>
        <OneField
          key={`nickname ${seat}`}
          label="Nickname"
          value={nickname ?? ''}
          placeholder="none"
          onSave={(text) => edit({ edit: 'set-nickname', seat, nickname: text })}
          onRemove={nickname === null ? null : () => edit({ edit: 'set-nickname', seat, nickname: null })}
        />
        <OneField
          key={`balance ${seat}`}
          label="Balance in credits"
          value={balance ?? ''}
          placeholder="as set in Switches"
          inputMode="decimal"
          onSave={(text) => edit({ edit: 'set-balance', seat, credits: text })}
          onRemove={null}
        />
        <fieldset class="data-checks stack">
          <legend>AI use allowed</legend>
          {CAPABILITIES.map((capability) => (
            <label key={capability} class="check line">
              <input
                type="checkbox"
                checked={allowed.includes(capability)}
                onChange={(event) =>
                  void edit({
                    edit: 'set-ai-consent',
                    seat,
                    capability,
                    allowed: event.currentTarget.checked,
                  })
                }
              />
              {capability}
            </label>
          ))}
        </fieldset>
      </div>
    </ScrollArea>
  )
}

interface OneFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly inputMode?: 'text' | 'decimal'
  readonly onSave: (text: string) => Promise<boolean>
  readonly onRemove: (() => Promise<boolean>) | null
}

const OneField = ({ label, value, placeholder, inputMode = 'text', onSave, onRemove }: OneFieldProps) => {
  /** Null until something is typed: it then follows the saved value. */
  const draft = useSignal<string | null>(null)
  const id = useId()
  const keep = put(draft, null)
  return (
    <Form
      class="one-field"
      onSubmit={() => {
        void onSave(draft.value ?? value).then((saved) => {
          if (saved) keep()
        })
      }}
    >
      <label for={id}>{label}</label>
      <div class="data-actions line wrap">
        <input
          id={id}
          class="text-input"
          value={draft.value ?? value}
          placeholder={placeholder}
          inputMode={inputMode}
          autoComplete="off"
          onInput={typedInto(draft)}
        />
        <Button type="submit">Save</Button>
        {onRemove !== null && (
          <Button danger onClick={() => void onRemove().then(keep)}>
            Remove
          </Button>
        )}
      </div>
    </Form>
  )
}
