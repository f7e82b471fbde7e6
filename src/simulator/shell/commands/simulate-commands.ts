import type { HostClockState } from '../../../control/simulator-answers.js'
import { CLOCK_SPEEDS } from '../../../host/clock-course.js'
import type { SwitchChanges } from '../../../host/control/switches.js'
import { CALL_NAMES } from '../../../platform/calls/table.js'
import { SECOND_MS } from '../../../platform/units.js'
import type { FaultDraft } from '../panels/calls/fault-draft.js'
import { formatLongTime } from '../panels/host-time.js'
import { FAULT_CODES } from '../panels/simulate/call-fault-form.js'
import { CLOCK_STEPS } from '../panels/simulate/clock-steps.js'
import { MOMENTS } from '../panels/simulate/moments.js'
import {
  NETWORK_GROUP,
  SWITCH_GROUPS,
  type SwitchDescription,
} from '../panels/simulate/switch-descriptions.js'
import { changedSwitches, resetSwitches, switchTarget } from '../panels/simulate/switch-target.js'
import { FREEZE } from '../panels/simulate/switches-panel.js'
import { type Command, commandsIn } from './command.js'
import { type CommandSources, reportFailure } from './command-sources.js'

/** Every value that a switch could have now; of a switch with free text also the way to its field. */
export const switchCommands = (sources: CommandSources): readonly Command[] => {
  const { seats, control } = sources
  const target = switchTarget(seats)
  return [
    ...SWITCH_GROUPS.flatMap((group) =>
      group.switches.flatMap((description) => switchValues(description, group.label, sources)),
    ),
    commandsIn(NETWORK_GROUP)('freeze', 'Freeze for 5 seconds', () => {
      const seat = seats.everyone.value ? undefined : seats.chosen.value.number
      reportFailure(control.freezeNetwork(FREEZE, seat), sources)
    }),
    commandsIn('Switches')('reset-switches', 'Reset to defaults', () => resetSwitches(target), {
      available: changedSwitches(target).length > 0,
    }),
  ]
}

const switchValues = (
  description: SwitchDescription,
  group: string,
  { seats, focusSwitch }: CommandSources,
): readonly Command[] => {
  const target = switchTarget(seats)
  const now = String(description.read(target.switches))
  const id = `switch-${description.name}-${description.label}`
  const command = commandsIn(group)
  const valueCommand = (value: string, label: string, change: SwitchChanges): Command =>
    command(`${id}-${value}`, `${description.label}: ${label}`, () => target.set(change), {
      available: now !== value || target.mixed(description),
    })
  switch (description.kind) {
    case 'toggle':
      return [true, false].map((value) =>
        valueCommand(String(value), value ? 'on' : 'off', description.change(value)),
      )
    case 'choice':
      return description.values.map(({ value, label }) =>
        valueCommand(value, label, description.change(value)),
      )
    case 'text':
      return [
        ...description.suggestions.map((value) => valueCommand(value, value, description.change(value))),
        command(id, `${description.label} …`, () => focusSwitch(description.label)),
      ]
  }
}

/** Faults in calls, besides the codes. */
const KINDS: readonly (readonly [fault: NonNullable<FaultDraft['fault']>, label: string])[] = [
  [{ kind: 'answer', json: '{}' }, 'Answer a call …'],
  [{ kind: 'slow' }, 'Delay a call …'],
  [{ kind: 'silence' }, 'Leave a call without an answer …'],
  [{ kind: 'cancel' }, 'Close the sheet of a call …'],
]

/** What happens immediately, and faults in calls, which the form in the Faults panel completes. */
export const faultCommands = (sources: CommandSources): readonly Command[] => {
  const { seats, control, draftFault } = sources
  const command = commandsIn('Faults')
  const now = (id: string, label: string, run: () => Promise<unknown>): Command =>
    command(id, label, () => reportFailure(run(), sources))
  return [
    ...MOMENTS.map(([moment, label]) =>
      now(`moment-${moment}`, label, () => control.addFault({ moment, seat: seats.chosen.value.number })),
    ),
    ...CALL_NAMES.map((method) =>
      command(`fault-${method}`, `Make ${method} fail …`, () =>
        draftFault({ method, seat: null, fault: null }),
      ),
    ),
    ...FAULT_CODES.map((code) =>
      command(`fault-${code}`, `Reject a call with ${code} …`, () =>
        draftFault({ method: null, seat: null, fault: { kind: 'error', code } }),
      ),
    ),
    ...KINDS.map(([fault, label]) =>
      command(`fault-${fault.kind}`, label, () => draftFault({ method: null, seat: null, fault })),
    ),
    now('remove-faults', 'Remove all faults in calls', () => control.removeFault()),
    now('random-faults', 'Start random faults', () => control.setRandomFaults(1)),
    now('no-random-faults', 'Stop random faults', () => control.setRandomFaults(null)),
  ]
}

export const clockCommands = (sources: CommandSources): readonly Command[] => {
  const { control } = sources
  const command = (id: string, label: string, run: () => Promise<HostClockState>): Command =>
    commandsIn('Clock')(`clock-${id}`, label, () => reportFailure(run(), sources))
  return [
    command('stop', 'Pause', () => control.pauseClock(true)),
    command('resume', 'Resume', () => control.pauseClock(false)),
    ...CLOCK_SPEEDS.map((speed) =>
      command(
        `speed-${speed}`,
        speed === 1 ? 'Normal speed (× 1)' : `${speed} times as fast (× ${speed})`,
        () => control.setClockSpeed(speed),
      ),
    ),
    command('quiet', 'Run until idle: all due events', () => control.advanceClockUntilQuiet()),
    ...CLOCK_STEPS.map(({ milliseconds }) =>
      command(`step-${milliseconds}`, `Move forward by ${formatLongTime(milliseconds)}`, () =>
        control.advanceClock(`${milliseconds / SECOND_MS}s`),
      ),
    ),
  ]
}

export const snapshotCommands = (sources: CommandSources): readonly Command[] =>
  sources.snapshots.map(({ name }) =>
    commandsIn('Snapshots')(`snapshot-${name}`, `Restore ${name}`, () =>
      reportFailure(sources.control.returnToSnapshot(name), sources),
    ),
  )
