import { Segmented } from '../controls/segmented.js'
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
        value={everyone?.chosen === true ? EVERYONE : String(seats.chosen.value.number)}
        choices={[
          ...open.map(({ number }) => ({ value: String(number), label: String(number) })),
          ...(everyone === undefined ? [] : [{ value: EVERYONE, label: 'All' }]),
        ]}
        onChange={(value) => {
          everyone?.choose(value === EVERYONE)
          if (value !== EVERYONE) seats.choose(Number(value))
        }}
      />
    </div>
  )
}

const EVERYONE = 'everyone'
