import { useId } from 'preact/hooks'

export interface SelectProps<Value extends string | number | null> {
  /** Its name; null where a label elsewhere has its `id`. */
  readonly label: string | null
  /** Whether only assistive technology gets the label. */
  readonly labelHidden?: boolean
  readonly id?: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly disabled?: boolean
  readonly onChange: (value: Value) => void
}

/** A list of choices that drops down. */
export const Select = <Value extends string | number | null>({
  label,
  labelHidden = false,
  id,
  value,
  choices,
  disabled = false,
  onChange,
}: SelectProps<Value>) => {
  const own = useId()
  return (
    <>
      {label !== null && (
        <label class={labelHidden ? 'visually-hidden' : undefined} for={id ?? own}>
          {label}
        </label>
      )}
      <select
        id={id ?? own}
        value={textOf(value)}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const chosen = choices.find((choice) => textOf(choice.value) === currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {choices.map((choice) => (
          <option key={textOf(choice.value)} value={textOf(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
    </>
  )
}

const textOf = (value: string | number | null): string => String(value ?? '')

/** Choices that are shown as they are. */
export const asChoices = <Value extends string | number>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: String(value) }))

/** Seats to choose from. */
export const seatChoices = (seats: readonly number[]) =>
  seats.map((seat) => ({ value: seat, label: `Seat ${seat}` }))
