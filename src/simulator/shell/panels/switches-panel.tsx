import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Switches } from '../../../host/switches.js'
import { DEFAULT_SWITCHES } from '../../../host/switches.js'
import { ScrollArea } from '../controls/scroll-area.js'
import { Segmented } from '../controls/segmented.js'
import type { Seat } from '../seat.js'
import type { SwitchDescription } from './switch-descriptions.js'
import { SWITCH_GROUPS } from './switch-descriptions.js'

/** The person, the device and the moods of the service. */
export const SwitchesPanel = ({ seat }: { readonly seat: Seat }) => {
  const switches = seat.switches.value
  const changed = SWITCH_GROUPS.some((group) =>
    group.switches.some((description) => !isDefault(description, switches)),
  )
  return (
    <ScrollArea className="scroll-panel" label="All switches">
      {SWITCH_GROUPS.map((group) => (
        <section key={group.label} class="switch-group" aria-label={group.label}>
          <h2>{group.label}</h2>
          {group.switches.map((description) => (
            <SwitchRow
              key={description.label}
              description={description}
              switches={switches}
              onChange={seat.setSwitches}
            />
          ))}
        </section>
      ))}
      <p>
        <button
          type="button"
          class="button"
          disabled={!changed}
          onClick={() => {
            for (const { switches: descriptions } of SWITCH_GROUPS)
              for (const description of descriptions)
                if (!isDefault(description, switches)) seat.setSwitches(toDefault(description))
          }}
        >
          Back to the defaults
        </button>
      </p>
    </ScrollArea>
  )
}

const isDefault = (description: SwitchDescription, switches: Switches): boolean =>
  description.read(switches) === description.read(DEFAULT_SWITCHES)

const toDefault = (description: SwitchDescription): Partial<Switches> =>
  description.kind === 'toggle'
    ? description.change(description.read(DEFAULT_SWITCHES), DEFAULT_SWITCHES)
    : description.change(description.read(DEFAULT_SWITCHES), DEFAULT_SWITCHES)

interface SwitchRowProps {
  readonly description: SwitchDescription
  readonly switches: Switches
  readonly onChange: (changes: Partial<Switches>) => void
}

const SwitchRow = ({ description, switches, onChange }: SwitchRowProps) => {
  const id = useId()
  const hint =
    description.hint === undefined || description.hint === '' ? null : (
      <span class="muted small">{description.hint}</span>
    )
  switch (description.kind) {
    case 'choice':
      return (
        <div class="switch-row">
          <div class="switch-name">
            <span>{description.label}</span>
            {hint}
          </div>
          <Segmented
            label={description.label}
            value={description.read(switches)}
            choices={description.values}
            onChange={(value) => onChange(description.change(value, switches))}
          />
        </div>
      )
    case 'toggle':
      return (
        <div class="switch-row">
          <label class="switch-name" for={id}>
            <span>{description.label}</span>
            {hint}
          </label>
          <input
            id={id}
            type="checkbox"
            role="switch"
            aria-checked={description.read(switches)}
            class="toggle"
            checked={description.read(switches)}
            onChange={(event) => onChange(description.change(event.currentTarget.checked, switches))}
          />
        </div>
      )
    case 'text':
      return <TextSwitch description={description} switches={switches} onChange={onChange} />
  }
}

const TextSwitch = ({
  description,
  switches,
  onChange,
}: SwitchRowProps & { readonly description: Extract<SwitchDescription, { kind: 'text' }> }) => {
  const id = useId()
  const problem = useSignal<string | null>(null)
  return (
    <div class="switch-row">
      <label class="switch-name" for={id}>
        <span>{description.label}</span>
        <span
          class={problem.value === null ? 'muted small' : 'failure small'}
          id={`${id}-hint`}
          aria-live="polite"
        >
          {problem.value ?? description.hint}
        </span>
      </label>
      <input
        id={id}
        type="text"
        class="text-input"
        list={`${id}-list`}
        value={description.read(switches)}
        spellcheck={false}
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        aria-invalid={problem.value !== null}
        onChange={(event) => {
          const value = event.currentTarget.value.trim()
          problem.value = description.problem(value)
          if (problem.value === null) onChange(description.change(value, switches))
        }}
      />
      <datalist id={`${id}-list`}>
        {description.suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  )
}
