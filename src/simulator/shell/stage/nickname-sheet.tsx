import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { NicknameOffer, SheetKinds } from '../../../host/session/sheets.js'
import { NICKNAME_MAX_CHARACTERS, NICKNAME_MIN_CHARACTERS } from '../../../platform/limits.js'
import { HostButton } from '../controls/button.js'
import { Alert, Form, put, typedInto } from '../controls/form.js'
import { type HostSheetProps, Sheet } from './sheet.js'

export type NicknameSheetProps = HostSheetProps<NicknameOffer, SheetKinds['nickname']['choice']>

/** The nickname sheet (4.6): adults type or pick one, children pick one. The host validates the choice. */
export const NicknameSheet = ({ offer, busy, fault, onChoose, returnFocus }: NicknameSheetProps) => {
  const id = useId()
  const chosen = useSignal(offer.current ?? '')
  return (
    <Sheet title="Nickname" onClose={() => onChoose(null)} returnFocus={returnFocus}>
      <p>
        How other players of <bdi>{offer.app}</bdi> see you.
      </p>
      <Form
        class="sheet-form stack"
        onSubmit={() => {
          onChoose({ nickname: chosen.value })
        }}
      >
        {offer.typing && (
          <>
            <label for={id}>Nickname</label>
            <input
              id={id}
              class="host-input"
              data-first
              dir="auto"
              type="text"
              autocomplete="off"
              spellcheck={false}
              value={chosen.value}
              aria-describedby={`${id}-rule`}
              aria-invalid={fault !== null}
              onInput={typedInto(chosen)}
            />
            <span class="muted small" id={`${id}-rule`}>
              {NICKNAME_MIN_CHARACTERS} to {NICKNAME_MAX_CHARACTERS} characters, in any language
            </span>
          </>
        )}
        <Alert text={fault} />
        <fieldset class="suggestions">
          <legend class="muted small">{offer.typing ? 'Or pick one' : 'Pick one'}</legend>
          {offer.suggestions.map((suggestion) => (
            <label key={suggestion}>
              <input
                type="radio"
                class="input-above"
                name={`${id}-suggestion`}
                value={suggestion}
                checked={chosen.value === suggestion}
                onChange={put(chosen, suggestion)}
              />
              <span>{suggestion}</span>
            </label>
          ))}
        </fieldset>
        <div class="sheet-actions stack">
          <HostButton type="submit" disabled={busy || chosen.value.trim() === ''}>
            Save
          </HostButton>
          <HostButton quiet disabled={busy} onClick={() => onChoose(null)}>
            Close
          </HostButton>
        </div>
      </Form>
    </Sheet>
  )
}
