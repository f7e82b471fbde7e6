import { MAX_SEATS, type SwitchChanges } from '../../../host/control/switches.js'
import type { Control, Snapshot } from '../control.js'
import type { Docs } from '../docs/docs.js'
import { FRAME_SIZES, whyNotShown } from '../frame-sizes.js'
import type { Observer } from '../observer.js'
import { MOMENTS } from '../panels/moments.js'
import { SWITCH_GROUPS, type SwitchDescription } from '../panels/switch-descriptions.js'
import type { ScreenshotTool } from '../screenshot-tool.js'
import type { Seats } from '../seats.js'
import { type Settings, SHELL_THEMES } from '../settings.js'
import type { Command } from './command.js'

export interface CommandSources {
  readonly seats: Seats
  readonly observer: Observer
  readonly settings: Settings
  readonly control: Control
  readonly docs: Docs
  readonly screenshot: ScreenshotTool
  /** The tabs of the panels, by id and label. */
  readonly panels: readonly { readonly id: string; readonly label: string }[]
  readonly snapshots: readonly Snapshot[]
  readonly showPhone: () => void
  readonly showShortcuts: () => void
  readonly focusFilter: () => void
  readonly focusFrameSize: () => void
  /** Called with the reason if the simulator refuses. */
  readonly onFailure: (reason: string) => void
}

/** Everything that the palette lists, in its order, from the tables that the panels are drawn from. */
export const shellCommands = (sources: CommandSources): readonly Command[] => [
  ...stageCommands(sources),
  ...seatCommands(sources),
  ...panelCommands(sources),
  ...switchCommands(sources),
  ...faultCommands(sources),
  ...snapshotCommands(sources),
  ...docsCommands(sources),
]

const always = { key: null, available: true } as const

const stageCommands = ({
  seats,
  observer,
  settings,
  screenshot,
  showPhone,
  showShortcuts,
  focusFrameSize,
}: CommandSources): readonly Command[] => {
  const running = seats.open.value.filter(({ page }) => page.value.kind === 'open')
  const orientation = observer.app.value?.orientation ?? 'any'
  return [
    {
      id: 'reload',
      group: 'App',
      label: seats.open.value.length > 1 ? 'Reload the app in all seats' : 'Reload the app',
      key: 'r',
      available: running.length > 0,
      run: () => {
        for (const seat of running) seat.reload()
      },
    },
    {
      id: 'screenshot',
      group: 'App',
      label: 'Save a screenshot of the app',
      key: 'p',
      available: seats.chosen.value.page.value.kind === 'open',
      run: () => void screenshot.take(seats.chosen.value),
    },
    {
      id: 'fit',
      group: 'App',
      label: settings.fit.value ? 'Show the app at full size' : 'Scale the app down until it fits',
      key: 'f',
      available: true,
      run: () => {
        settings.fit.value = !settings.fit.value
      },
    },
    {
      id: 'frame-size',
      group: 'App',
      label: 'Choose the frame size',
      key: 'z',
      available: true,
      run: focusFrameSize,
    },
    { id: 'phone', group: 'App', label: 'Play on a phone …', key: 'm', available: true, run: showPhone },
    ...FRAME_SIZES.map((size) => ({
      ...always,
      id: `size-${size.id}`,
      group: 'Frame size',
      label: `${size.label}: ${size.description}`,
      available: whyNotShown(size, orientation) === null,
      run: () => {
        settings.frameSize.value = size.id
      },
    })),
    ...SHELL_THEMES.map((theme) => ({
      ...always,
      id: `theme-${theme}`,
      group: 'Appearance',
      label: `${theme.charAt(0).toUpperCase()}${theme.slice(1)}`,
      run: () => {
        settings.theme.value = theme
      },
    })),
    { id: 'shortcuts', group: 'Help', label: 'Shortcuts', key: '?', available: true, run: showShortcuts },
  ]
}

const seatCommands = ({ seats, observer }: CommandSources): readonly Command[] => [
  {
    id: 'add-seat',
    group: 'Seats',
    label: 'Add a seat',
    key: 's',
    available: seats.free.value.length > 0 && observer.connection.value === 'open',
    run: () => seats.add(),
  },
  ...Array.from({ length: MAX_SEATS }, (_, index) => index + 1).map((number) => ({
    id: `seat-${number}`,
    group: 'Seats',
    label: `Go to seat ${number}`,
    key: String(number),
    available: seats.open.value.some((seat) => seat.number === number),
    run: () => seats.choose(number),
  })),
]

const panelCommands = ({ panels, settings, focusFilter }: CommandSources): readonly Command[] => [
  { id: 'filter', group: 'Panels', label: 'Filter the calls', key: '/', available: true, run: focusFilter },
  ...panels.map(({ id, label }) => ({
    ...always,
    id: `panel-${id}`,
    group: 'Panels',
    label,
    run: () => {
      settings.tab.value = id
    },
  })),
]

const switchCommands = ({ seats }: CommandSources): readonly Command[] =>
  SWITCH_GROUPS.flatMap((group) =>
    group.switches.flatMap((description) => switchValues(description, group.label, seats)),
  )

/** A command for each value that a switch could have now. */
const switchValues = (description: SwitchDescription, group: string, seats: Seats): readonly Command[] => {
  const seat = seats.chosen.value
  const now = String(description.read(seat.switches.value))
  const command = (value: string, label: string, changes: () => SwitchChanges): Command => ({
    ...always,
    id: `switch-${description.name}-${description.label}-${value}`,
    group,
    label: `${description.label}: ${label}`,
    available: now !== value,
    run: () => seat.setSwitches(changes(), seats.open.value.length > 1 && seats.everyone.value),
  })
  if (description.kind === 'toggle')
    return [true, false].map((value) =>
      command(String(value), value ? 'on' : 'off', () => description.change(value)),
    )
  const values =
    description.kind === 'choice'
      ? description.values
      : description.suggestions.map((value) => ({ value, label: value }))
  return values.map(({ value, label }) => command(value, label, () => description.change(value)))
}

const faultCommands = ({ seats, control, settings, onFailure }: CommandSources): readonly Command[] => [
  ...MOMENTS.map(([moment, label]) => ({
    ...always,
    id: `moment-${moment}`,
    group: 'Faults',
    label,
    run: () => {
      control.addFault({ moment, seat: seats.chosen.value.number }).catch((error: unknown) => {
        onFailure(error instanceof Error ? error.message : String(error))
      })
    },
  })),
  {
    ...always,
    id: 'answer-fault',
    group: 'Faults',
    label: 'Make a call fail …',
    run: () => {
      settings.tab.value = 'faults'
    },
  },
]

const snapshotCommands = ({ snapshots, control, onFailure }: CommandSources): readonly Command[] =>
  snapshots.map(({ name }) => ({
    ...always,
    id: `snapshot-${name}`,
    group: 'Snapshots',
    label: `Restore ${name}`,
    run: () => {
      control.returnToSnapshot(name).catch((error: unknown) => {
        onFailure(error instanceof Error ? error.message : String(error))
      })
    },
  }))

const docsCommands = ({ docs }: CommandSources): readonly Command[] => {
  const reference = docs.reference.value
  if (reference === null || reference === 'failed') return []
  return reference.topics.map(({ id, title }) => ({
    ...always,
    id: `docs-${id}`,
    group: 'Docs',
    label: title,
    run: () => docs.links.open(id),
  }))
}
