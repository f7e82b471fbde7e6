import { useSignal } from '@preact/signals'
import { Button } from '../../controls/button.js'
import { SettingRow } from '../../controls/form.js'
import type { Seats } from '../../seat/seats.js'
import type { Control } from '../../stores/control.js'

/** How long a network is frozen. */
export const FREEZE = '5s'

/** A button that freezes the network of the selected seat, or of all. */
export const FreezeRow = ({ seats, control }: { readonly seats: Seats; readonly control: Control }) => {
  const problem = useSignal<string | null>(null)
  const everyone = seats.open.value.length > 1 && seats.everyone.value
  const freeze = async (): Promise<void> => {
    try {
      await control.freezeNetwork(FREEZE, everyone ? undefined : seats.chosen.value.number)
      problem.value = null
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error)
    }
  }
  return (
    <SettingRow
      label="Freeze"
      hint={
        <span class={problem.value === null ? 'muted small' : 'failure small'} role="status">
          {problem.value ?? 'Nothing arrives for 5 seconds, then everything'}
        </span>
      }
    >
      <Button onClick={() => void freeze()}>Freeze 5 s</Button>
    </SettingRow>
  )
}
