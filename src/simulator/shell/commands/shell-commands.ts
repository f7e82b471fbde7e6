import type { Topic } from '../../../docs/topic.js'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { FRAME_SIZES, whyNotShown } from '../stage/frame-sizes.js'
import { SHELL_THEMES } from '../stores/settings.js'
import type { Command } from './command.js'
import { ALWAYS, type CommandSources, reportFailure } from './command-sources.js'
import { clockCommands, faultCommands, snapshotCommands, switchCommands } from './simulate-commands.js'

/** Everything that the palette lists, in its order, from the tables that the panels are drawn from. */
export const shellCommands = (sources: CommandSources): readonly Command[] => [
  ...stageCommands(sources),
  ...seatCommands(sources),
  ...panelCommands(sources),
  ...switchCommands(sources),
  ...faultCommands(sources),
  ...clockCommands(sources),
  ...snapshotCommands(sources),
  ...docsCommands(sources),
]

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
      ...ALWAYS,
      id: `size-${size.id}`,
      group: 'Frame size',
      label: `${size.label}: ${size.description}`,
      available: whyNotShown(size, orientation) === null,
      run: () => {
        settings.frameSize.value = size.id
      },
    })),
    ...SHELL_THEMES.map((theme) => ({
      ...ALWAYS,
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

const seatCommands = (sources: CommandSources): readonly Command[] => {
  const { seats, observer, settings, control } = sources
  const group = 'Seats'
  const several = seats.open.value.length > 1
  const numbers = Array.from({ length: MAX_SEATS }, (_, index) => index + 1)
  const isOpen = (number: number): boolean => seats.open.value.some((seat) => seat.number === number)
  return [
    {
      id: 'add-seat',
      group,
      label: 'Add a seat',
      key: 's',
      available: seats.free.value.length > 0 && observer.connection.value === 'open',
      run: seats.add,
    },
    ...numbers.map((number) => ({
      id: `seat-${number}`,
      group,
      label: `Go to seat ${number}`,
      key: String(number),
      available: isOpen(number),
      run: () => seats.choose(number),
    })),
    ...numbers.map((number) => ({
      ...ALWAYS,
      id: `remove-seat-${number}`,
      group,
      label: `Remove seat ${number} from this window`,
      available: several && isOpen(number),
      run: () => seats.remove(number),
    })),
    {
      ...ALWAYS,
      id: 'all-seats',
      group,
      label: 'Show all seats side by side',
      available: several && settings.seatView.value === 'one',
      run: () => {
        settings.seatView.value = 'all'
      },
    },
    {
      ...ALWAYS,
      id: 'one-seat',
      group,
      label: 'Show one seat at a time',
      available: several && settings.seatView.value === 'all',
      run: () => {
        settings.seatView.value = 'one'
      },
    },
    {
      ...ALWAYS,
      id: 'seat-everyone',
      group,
      label: 'Seat everyone in a match',
      run: () => reportFailure(control.seatEveryone(), sources),
    },
  ]
}

const panelCommands = ({ panels, settings, focusFilter }: CommandSources): readonly Command[] => [
  { id: 'filter', group: 'Panels', label: 'Filter the calls', key: '/', available: true, run: focusFilter },
  ...panels.map(({ id, label }) => ({
    ...ALWAYS,
    id: `panel-${id}`,
    group: 'Panels',
    label,
    run: () => {
      settings.tab.value = id
    },
  })),
]

const docsCommands = ({ docs }: CommandSources): readonly Command[] => {
  const reference = docs.reference.value
  if (reference === null || reference === 'failed') return []
  return reference.topics.map((topic) => ({
    ...ALWAYS,
    id: `docs-${topic.id}`,
    group: 'Docs',
    label: titleOf(topic),
    otherWords: [topic.id, ...topic.aliases].join(' '),
    run: () => docs.links.open(topic.id),
  }))
}

/** Titles of sections do not have their numbers. */
const titleOf = ({ id, kind, title }: Topic): string =>
  (kind === 'section' ? `Section ${id}: ${title}` : title).replaceAll('`', '')
