import { useId } from 'preact/hooks'
import type { IconName } from './icon.js'
import { Icon } from './icon.js'

interface SegmentedChoice<Value extends string | number> {
  readonly value: Value
  readonly label: string
  /** Shown before the label, and instead of it where the page is narrow. */
  readonly icon?: IconName
  readonly title?: string
}

export interface SegmentedProps<Value extends string | number> {
  /** The accessible name of the group. */
  readonly label: string
  readonly value: Value
  readonly choices: readonly SegmentedChoice<Value>[]
  readonly onChange: (value: Value) => void
}

/**
 * A choice between a few options, made of radio buttons, so that arrow keys, focus and names come from the
 * browser.
 */
export const Segmented = <Value extends string | number>({
  label,
  value,
  choices,
  onChange,
}: SegmentedProps<Value>) => {
  const name = useId()
  return (
    <fieldset class="segmented">
      <legend class="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} title={choice.title ?? choice.label}>
          <input
            type="radio"
            class="input-above"
            name={name}
            value={String(choice.value)}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.icon !== undefined && <Icon name={choice.icon} />}
            <span class="choice-label">{choice.label}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
