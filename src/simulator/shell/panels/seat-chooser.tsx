import { Segmented } from '../controls/segmented.js'
import { asChoices } from '../controls/select.js'
import type { Seats } from '../seat/seats.js'

export interface SeatChooserProps {
  readonly seats: Seats
  /** Whether all seats are selected; absent if a panel acts on only one. */
  readonly everyone?: { readonly chosen: boolean; readonly choose: (everyone: boolean) => void }
}

/** Selects the seat that a panel acts on; hidden if there is only one. */
export const SeatChooser = ({ seats, everyone }: SeatChooserProps) => {
  const open = seats.open.value
  if (open.length === 1) return null
  return (
    <div class="line wrap">
      <span class="muted">Seat</span>
      <Segmented
        label="Seat that this panel acts on"
        value={everyone?.chosen === true ? EVERYONE : seats.chosen.value.number}
        choices={[
          ...asChoices(open.map(({ number }) => number)),
          ...(everyone === undefined ? [] : [{ value: EVERYONE, label: 'All' } as const]),
        ]}
        onChange={(value: number | typeof EVERYONE) => {
          everyone?.choose(value === EVERYONE)
          if (value !== EVERYONE) seats.choose(value)
        }}
      />
    </div>
  )
}

const EVERYONE = 'everyone'
