import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { RobotRequest } from '../../../../host/matches/robot-control.js'
import { Button } from '../../controls/button.js'
import { Form, into } from '../../controls/form.js'
import { Select } from '../../controls/select.js'

export interface RobotFormProps {
  /** The seats whose messages a robot can replay. */
  readonly seats: readonly number[]
  readonly onAdd: (plan: RobotRequest) => void
}

/** Adds a robot: what it sends, how often, and from which seed. */
export const RobotForm = ({ seats, onAdd }: RobotFormProps) => {
  const ids = { rate: useId(), seed: useId() }
  /** The seat whose messages it replays; null for random ones. */
  const of = useSignal<number | null>(null)
  const rate = useSignal(2)
  const seed = useSignal(1)
  const chosen = seats.find((seat) => seat === of.value) ?? null
  return (
    <Form
      class="robot-form line wrap"
      aria-label="Add a robot"
      onSubmit={() =>
        onAdd(
          chosen === null
            ? { action: 'random', rate: rate.value, seed: seed.value }
            : { action: 'replay', of: chosen, rate: rate.value },
        )
      }
    >
      <Select
        label="A robot sends"
        value={chosen}
        choices={[
          { value: null, label: 'random messages' },
          ...seats.map((seat) => ({ value: seat, label: `what seat ${seat} sent` })),
        ]}
        onChange={into(of)}
      />
      <span class="line">
        <input
          id={ids.rate}
          class="text-input robot-number"
          type="number"
          min={0.1}
          max={100}
          step="any"
          required
          value={rate.value}
          onInput={({ currentTarget }) => {
            if (currentTarget.valueAsNumber > 0) rate.value = currentTarget.valueAsNumber
          }}
        />
        <label for={ids.rate}>times a second</label>
      </span>
      {chosen === null && (
        <span class="line">
          <label for={ids.seed}>from seed</label>
          <input
            id={ids.seed}
            class="text-input robot-number"
            type="number"
            step={1}
            required
            value={seed.value}
            onInput={({ currentTarget }) => {
              if (Number.isInteger(currentTarget.valueAsNumber)) seed.value = currentTarget.valueAsNumber
            }}
          />
        </span>
      )}
      <Button type="submit">Add robot</Button>
    </Form>
  )
}
