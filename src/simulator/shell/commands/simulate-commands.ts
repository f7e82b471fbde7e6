import type { HostClockState } from '../../../control/simulator-answers.js'
import { CLOCK_SPEEDS } from '../../../host/clock-course.js'
import { CALL_NAMES } from '../../../platform/calls/table.js'
import { SECOND_MS } from '../../../platform/units.js'
import type { FaultDraft } from '../panels/calls/fault-draft.js'
import { formatLongTime } from '../panels/long-time.js'
import { FAULT_CODES } from '../panels/simulate/call-fault-form.js'
import { CLOCK_STEPS } from '../panels/simulate/clock-steps.js'
import { FREEZE } from '../panels/simulate/freeze-row.js'
import { MOMENTS } from '../panels/simulate/moments.js'
import {
  NETWORK_GROUP,
  SWITCH_GROUPS,
  type SwitchDescription,
} from '../panels/simulate/switch-descriptions.js'
import { changedSwitches, resetSwitches, switchTarget } from '../panels/simulate/switch-target.js'
import type { Command } from './command.js'
import { ALWAYS, type CommandSources, reportFailure } from './command-sources.js'

/** Every value that a switch could have now; of a switch with free text also the way to its field. */
export const switchCommands = (sources: CommandSources): readonly Command[] => {
  const { seats, control } = sources
  const target = switchTarget(seats)
  return [
    ...SWITCH_GROUPS.flatMap((group) =>
      group.switches.flatMap((description) => switchValues(description, group.label, sources)),
    ),
    {
      ...ALWAYS,
      id: 'freeze',
      group: NETWORK_GROUP,
      label: 'Freeze for 5 seconds',
      run: () => {
        const seat = seats.everyone.value ? undefined : seats.chosen.value.number
        reportFailure(control.freezeNetwork(FREEZE, seat), sources)
      },
    },
    {
      ...ALWAYS,
      id: 'reset-switches',
      group: 'Switches',
      label: 'Reset to defaults',
      available: changedSwitches(target).length > 0,
      run: () => resetSwitches(target),
    },
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
  const command = (value: string, label: string, run: () => void): Command => ({
    ...ALWAYS,
    id: `${id}-${value}`,
    group,
    label: `${description.label}: ${label}`,
    available: now !== value || target.mixed(description),
    run,
  })
  switch (description.kind) {
    case 'toggle':
      return [true, false].map((value) =>
        command(String(value), value ? 'on' : 'off', () => target.set(description.change(value))),
      )
    case 'choice':
      return description.values.map(({ value, label }) =>
        command(value, label, () => target.set(description.change(value))),
      )
    case 'text':
      return [
        ...description.suggestions.map((value) =>
          command(value, value, () => target.set(description.change(value))),
        ),
        { ...ALWAYS, id, group, label: `${description.label} …`, run: () => focusSwitch(description.label) },
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
  const group = 'Faults'
  const now = (id: string, label: string, run: () => Promise<unknown>): Command => ({
    ...ALWAYS,
    id,
    group,
    label,
    run: () => reportFailure(run(), sources),
  })
  return [
    ...MOMENTS.map(([moment, label]) =>
      now(`moment-${moment}`, label, () => control.addFault({ moment, seat: seats.chosen.value.number })),
    ),
    ...CALL_NAMES.map((method) => ({
      ...ALWAYS,
      id: `fault-${method}`,
      group,
      label: `Make ${method} fail …`,
      run: () => draftFault({ method, seat: null, fault: null }),
    })),
    ...FAULT_CODES.map((code) => ({
      ...ALWAYS,
      id: `fault-${code}`,
      group,
      label: `Reject a call with ${code} …`,
      run: () => draftFault({ method: null, seat: null, fault: { kind: 'error', code } }),
    })),
    ...KINDS.map(([fault, label]) => ({
      ...ALWAYS,
      id: `fault-${fault.kind}`,
      group,
      label,
      run: () => draftFault({ method: null, seat: null, fault }),
    })),
    now('remove-faults', 'Remove all faults in calls', () => control.removeFault()),
    now('random-faults', 'Start random faults', () => control.setRandomFaults(1)),
    now('no-random-faults', 'Stop random faults', () => control.setRandomFaults(null)),
  ]
}

export const clockCommands = (sources: CommandSources): readonly Command[] => {
  const { control } = sources
  const command = (id: string, label: string, run: () => Promise<HostClockState>): Command => ({
    ...ALWAYS,
    id: `clock-${id}`,
    group: 'Clock',
    label,
    run: () => reportFailure(run(), sources),
  })
  return [
    command('stop', 'Stop', () => control.pauseClock(true)),
    command('resume', 'Resume', () => control.pauseClock(false)),
    ...CLOCK_SPEEDS.map((speed) =>
      command(
        `speed-${speed}`,
        speed === 1 ? 'Normal speed (× 1)' : `${speed} times as fast (× ${speed})`,
        () => control.setClockSpeed(speed),
      ),
    ),
    command('quiet', 'Move forward until quiet', () => control.advanceClockUntilQuiet()),
    ...CLOCK_STEPS.map(({ milliseconds }) =>
      command(`step-${milliseconds}`, `Move forward by ${formatLongTime(milliseconds)}`, () =>
        control.advanceClock(`${milliseconds / SECOND_MS}s`),
      ),
    ),
  ]
}

export const snapshotCommands = (sources: CommandSources): readonly Command[] =>
  sources.snapshots.map(({ name }) => ({
    ...ALWAYS,
    id: `snapshot-${name}`,
    group: 'Snapshots',
    label: `Restore ${name}`,
    run: () => reportFailure(sources.control.returnToSnapshot(name), sources),
  }))
