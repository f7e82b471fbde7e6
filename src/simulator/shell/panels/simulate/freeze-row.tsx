import { Button } from '../../controls/button.js'
import { SettingRow } from '../../controls/form.js'
import { useAction } from '../../controls/use-action.js'
import type { ShellParts } from '../../parts.js'

/** How long a network is frozen. */
export const FREEZE = '5s'

/** A button that freezes the network of the selected seat, or of all. */
export const FreezeRow = ({ seats, control }: Pick<ShellParts, 'seats' | 'control'>) => {
  const { problem, run } = useAction()
  const everyone = seats.open.value.length > 1 && seats.everyone.value
  const freeze = () => control.freezeNetwork(FREEZE, everyone ? undefined : seats.chosen.value.number)
  return (
    <SettingRow
      label="Freeze"
      hint={
        <span class={problem.value === null ? 'muted small' : 'failure small'} role="status">
          {problem.value ?? 'Nothing arrives for 5 seconds, then everything'}
        </span>
      }
    >
      <Button onClick={() => void run(freeze)}>Freeze 5 s</Button>
    </SettingRow>
  )
}
