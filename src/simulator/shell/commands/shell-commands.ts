import type { Topic } from '../../../docs/topic.js'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { capitalised } from '../../../platform/text.js'
import { put } from '../controls/form.js'
import { PANELS } from '../panels/panel-groups.js'
import { FRAME_SIZES, whyNotShown } from '../stage/frame-sizes.js'
import { SHELL_THEMES } from '../stores/settings.js'
import { type Command, commandsIn } from './command.js'
import { type CommandSources, reportFailure } from './command-sources.js'
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
  const app = commandsIn('App')
  const reload = (): void => {
    for (const seat of running) seat.reload()
  }
  return [
    app('reload', seats.open.value.length > 1 ? 'Reload the app in all seats' : 'Reload the app', reload, {
      key: 'r',
      available: running.length > 0,
    }),
    app('screenshot', 'Save a screenshot of the app', () => void screenshot.take(seats.chosen.value), {
      key: 'p',
      available: seats.chosen.value.page.value.kind === 'open',
    }),
    app(
      'fit',
      settings.fit.value ? 'Show the app at full size' : 'Scale the app down until it fits',
      put(settings.fit, !settings.fit.value),
      { key: 'f' },
    ),
    app('frame-size', 'Choose the frame size', focusFrameSize, { key: 'z' }),
    app('phone', 'Play on a phone …', showPhone, { key: 'm' }),
    ...FRAME_SIZES.map((size) =>
      commandsIn('Frame size')(
        `size-${size.id}`,
        `${size.label}: ${size.description}`,
        put(settings.frameSize, size.id),
        { available: whyNotShown(size, orientation) === null },
      ),
    ),
    ...SHELL_THEMES.map((theme) =>
      commandsIn('Appearance')(`theme-${theme}`, capitalised(theme), put(settings.theme, theme)),
    ),
    commandsIn('Help')('shortcuts', 'Shortcuts', showShortcuts, { key: '?' }),
  ]
}

const seatCommands = (sources: CommandSources): readonly Command[] => {
  const { seats, observer, settings, control } = sources
  const command = commandsIn('Seats')
  const several = seats.open.value.length > 1
  const numbers = Array.from({ length: MAX_SEATS }, (_, index) => index + 1)
  const isOpen = (number: number): boolean => seats.open.value.some((seat) => seat.number === number)
  return [
    command('add-seat', 'Add a seat', seats.add, {
      key: 's',
      available: seats.free.value.length > 0 && observer.connection.value === 'open',
    }),
    ...numbers.map((number) =>
      command(`seat-${number}`, `Go to seat ${number}`, () => seats.choose(number), {
        key: String(number),
        available: isOpen(number),
      }),
    ),
    ...numbers.map((number) =>
      command(`remove-seat-${number}`, `Remove seat ${number} from this window`, () => seats.remove(number), {
        available: several && isOpen(number),
      }),
    ),
    command('all-seats', 'Show all seats side by side', put(settings.seatView, 'all'), {
      available: several && settings.seatView.value === 'one',
    }),
    command('one-seat', 'Show one seat at a time', put(settings.seatView, 'one'), {
      available: several && settings.seatView.value === 'all',
    }),
    command('seat-everyone', 'Put everyone in a match', () => reportFailure(control.seatEveryone(), sources)),
  ]
}

const panelCommands = ({ settings, focusFilter }: CommandSources): readonly Command[] => {
  const command = commandsIn('Panels')
  return [
    command('filter', 'Filter the calls', focusFilter, { key: '/' }),
    ...PANELS.map(({ id, label }) => command(`panel-${id}`, label, put(settings.tab, id))),
  ]
}

const docsCommands = ({ docs }: CommandSources): readonly Command[] => {
  const reference = docs.reference.value
  if (reference === null || reference === 'failed') return []
  return reference.topics.map((topic) =>
    commandsIn('Docs')(`docs-${topic.id}`, titleOf(topic), () => docs.links.open(topic.id), {
      otherWords: [topic.id, ...topic.aliases].join(' '),
    }),
  )
}

/** Titles of sections do not have their numbers. */
const titleOf = ({ id, kind, title }: Topic): string =>
  (kind === 'section' ? `Section ${id}: ${title}` : title).replaceAll('`', '')
