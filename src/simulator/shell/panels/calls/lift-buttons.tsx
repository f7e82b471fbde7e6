import { appUserOfSeat } from '../../../../host/control/switches.js'
import type { CallEntry } from '../../../../host/log/call-log.js'
import { formatCredits, parseCredits } from '../../../../platform/credits.js'
import { Button } from '../../controls/button.js'
import { useAction } from '../../controls/use-action.js'
import type { ShellParts } from '../../parts.js'
import { type Lift, liftsOf } from './lifts.js'

/** What carries lifts out. */
export type LiftTargets = Pick<ShellParts, 'seats' | 'control' | 'settings' | 'docs'>

/** The buttons that lift a refusal, in the seat that it happened in. */
export const LiftButtons = ({
  call,
  seats,
  control,
  settings,
  docs,
}: LiftTargets & { readonly call: CallEntry }) => {
  const { problem, run } = useAction()
  const lifts = liftsOf(call)
  if (lifts.length === 0) return null
  const seat = seats.open.value.find(({ number }) => number === call.seat)
  const carryOut = async (lift: Lift): Promise<void> => {
    switch (lift.do) {
      case 'switch':
        return void (await control.setSwitches(lift.changes, call.seat))
      case 'add-credits': {
        const data = await control.data()
        const now = parseCredits(data.balances[appUserOfSeat(data.ownerId, call.seat)] ?? '0') ?? 0
        const credits = formatCredits(now + lift.credits * 1_000)
        return void (await control.editData({ edit: 'set-balance', seat: call.seat, credits }))
      }
      case 'advance':
        return void (await control.advanceClock(lift.duration))
      case 'remove-faults':
        return void (await control.removeFault())
      case 'reload':
        return seat?.openApp()
      case 'panel':
        settings.tab.value = lift.panel
        return
      case 'topic':
        docs.links.open(lift.topic)
        return
    }
  }
  return (
    <p class="line wrap">
      {lifts.map((lift) => (
        <Button key={lift.label} onClick={() => void run(() => carryOut(lift))}>
          {lift.label}
        </Button>
      ))}
      {problem.value !== null && (
        <span class="failure small" role="status">
          {problem.value}
        </span>
      )}
    </p>
  )
}
