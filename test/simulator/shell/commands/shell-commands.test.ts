import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import type { Reference } from '../../../../src/docs/topic.js'
import { CLOCK_SPEEDS } from '../../../../src/host/clock-course.js'
import { MOMENTS } from '../../../../src/host/control/faults/fault.js'
import { switchChangeSchema, withChange } from '../../../../src/host/control/switch-change.js'
import { DEFAULT_SWITCHES, SWITCH_NAMES, type Switches } from '../../../../src/host/control/switches.js'
import { CALL_NAMES } from '../../../../src/platform/calls/table.js'
import { ERROR_CODES } from '../../../../src/platform/error-codes.js'
import { type Command, findCommands } from '../../../../src/simulator/shell/commands/command.js'
import { shellCommands } from '../../../../src/simulator/shell/commands/shell-commands.js'
import { createDocs } from '../../../../src/simulator/shell/docs/docs.js'
import type { FaultDraft } from '../../../../src/simulator/shell/panels/calls/fault-draft.js'
import { PANELS } from '../../../../src/simulator/shell/panels/panel-groups.js'
import { SWITCH_GROUPS } from '../../../../src/simulator/shell/panels/simulate/switch-descriptions.js'
import { createSeats, type Seats } from '../../../../src/simulator/shell/seat/seats.js'
import { createControl } from '../../../../src/simulator/shell/stores/control.js'
import { createLogStore } from '../../../../src/simulator/shell/stores/log-store.js'
import { createObserver } from '../../../../src/simulator/shell/stores/observer.js'
import { createSettings } from '../../../../src/simulator/shell/stores/settings.js'
import { sourceReference } from '../../../support/cases/reference.js'
import { type FakeSimulator, fakeSimulator } from '../../../support/fakes/fake-simulator.js'
import { manualTimers } from '../../../support/fakes/manual-timers.js'
import { shellSeat } from '../../../support/rigs/shell-seat.js'

const SNAPSHOTS = [
  { name: 'Before the boss', takenAt: '2026-01-01T00:00:00.000Z', bytes: 1 },
  { name: 'Shop: full', takenAt: '2026-01-02T00:00:00.000Z', bytes: 2 },
]

interface Given {
  /** The seats of the window. */
  readonly numbers?: readonly number[]
  readonly reference?: Reference
  /** How the simulator answers every request. */
  readonly answer?: () => Response
}

const NO_TOPICS: Reference = { schema: 1, version: '1.2.3', topics: [] }

/** A shell with seats that are open, and what its commands do. */
const setUp = async ({
  numbers = [1, 2],
  reference = NO_TOPICS,
  answer = () => Response.json({}),
}: Given = {}) => {
  const simulators = new Map<number, FakeSimulator>()
  const { startTimer } = manualTimers()
  const did: unknown[] = []
  const say =
    (what: string) =>
    (...given: unknown[]): void => {
      did.push([what, ...given])
    }
  const seats: Seats = createSeats({
    numbers,
    chosen: null,
    taken: signal<readonly number[]>([]),
    createSeat: (number) => {
      const { seat, simulator } = shellSeat({ number })
      simulators.set(number, simulator)
      simulator.welcome({ seat: number })
      return seat
    },
  })
  const panels = fakeSimulator()
  const observer = createObserver({
    token: 'secret',
    log: createLogStore((run) => run()),
    openSocket: panels.openSocket,
    startTimer,
    onSeatsOffered: () => {},
  })
  panels.open()
  panels.say({
    type: 'observing',
    app: { id: 'ma_abcdefghij', name: 'Hello', version: '1.0.0', orientation: 'any', iconUrl: null },
    frameUrl: 'http://localhost:2/',
    problems: null,
    taken: numbers,
    phoneLinks: null,
    now: '2026-01-01T00:00:00.000Z',
    log: [],
  })
  const settings = createSettings(null, false)
  const docs = createDocs(
    () => Promise.resolve(reference),
    () => {
      settings.tab.value = 'docs'
    },
  )
  docs.load()
  await Promise.resolve()
  const control = createControl('secret', async (path, { method, body } = {}) => {
    did.push([method, path, ...(typeof body === 'string' ? [JSON.parse(body)] : [])])
    return answer()
  })
  const drafts: FaultDraft[] = []
  const commands = (): readonly Command[] =>
    shellCommands({
      seats,
      observer,
      settings,
      control,
      docs,
      screenshot: {
        busy: signal(false),
        problem: signal(null),
        take: async ({ number }) => say('screenshot')(number),
      },
      snapshots: SNAPSHOTS,
      showPhone: say('phone'),
      showShortcuts: say('shortcuts'),
      focusFilter: say('filter'),
      focusFrameSize: say('frame size'),
      focusSwitch: say('switch'),
      draftFault: (draft) => drafts.push(draft),
      onFailure: say('failure'),
    })
  /** Finds a command in the palette by its group and label, and runs it. */
  const choose = (group: string, label: string): void => {
    const [command] = findCommands(commands(), `${group} ${label}`).filter(
      (one) => one.group === group && one.label === label,
    )
    if (command === undefined) throw new Error(`The palette has no ${group}: ${label}.`)
    command.run()
  }
  return { simulators, seats, settings, docs, did, drafts, commands, choose }
}

type SetUp = Awaited<ReturnType<typeof setUp>>

/** The seat's switches after what the shell sent, as the host applies it; the shell is told. */
const applied = ({ simulators }: SetUp, number: number, before: Switches): Switches => {
  const sent = simulators.get(number)?.received().at(-1)
  if (sent?.type !== 'set-switches') throw new Error('No switch was set.')
  return withChange(before, switchChangeSchema.parse(sent.switches))
}

describe('the palette', () => {
  it('has a different id for every command', async () => {
    const { commands } = await setUp()
    const ids = commands().map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('can be told apart: no two commands look the same', async () => {
    const { commands } = await setUp()
    // Two topics may have one title, such as a switch and an event.
    const looks = commands().flatMap(({ group, label }) => (group === 'Docs' ? [] : [`${group} ${label}`]))
    expect(looks.filter((look, index) => looks.indexOf(look) !== index)).toEqual([])
  })

  it('has every switch, and sets it to each of its values', async () => {
    const shell = await setUp()
    const names = new Set<string>()
    for (const { label: group, switches } of SWITCH_GROUPS)
      for (const description of switches) {
        names.add(description.name)
        const values =
          description.kind === 'toggle'
            ? [true, false].map((value) => ({ value: String(value), label: value ? 'on' : 'off' }))
            : description.kind === 'choice'
              ? description.values
              : description.suggestions.map((value) => ({ value, label: value }))
        if (description.kind === 'text') {
          shell.choose(group, `${description.label} …`)
          expect(shell.did.splice(0)).toEqual([['switch', description.label]])
        } else expect(values.length).toBeGreaterThan(1)
        for (const { value, label } of values) {
          const now = shell.seats.chosen.value.switches.value
          const isSet = String(description.read(now)) === value
          const name = `${description.label}: ${label}`
          const listed = findCommands(shell.commands(), `${group} ${name}`).some((one) => one.label === name)
          // What it has already is not offered.
          expect([name, listed]).toEqual([name, !isSet])
          if (isSet) continue
          shell.choose(group, name)
          const after = applied(shell, 1, now)
          expect([name, String(description.read(after))]).toEqual([name, value])
          shell.simulators.get(1)?.say({ type: 'switches', switches: after })
        }
      }
    expect([...names].sort()).toEqual([...SWITCH_NAMES].sort())
  })

  it('sets switches of all seats where the panel does, also if only another one differs', async () => {
    const shell = await setUp()
    shell.seats.everyone.value = true
    shell.simulators.get(2)?.say({ type: 'switches', switches: { ...DEFAULT_SWITCHES, theme: 'dark' } })
    shell.choose('Device', 'Theme: Light')
    expect(shell.simulators.get(1)?.received().at(-1)).toEqual({
      type: 'set-switches',
      switches: { theme: 'light' },
      everyone: true,
    })
    shell.choose('Switches', 'Reset to defaults')
    expect(shell.simulators.get(1)?.received().at(-1)).toMatchObject({ switches: { theme: 'light' } })
    shell.choose('Network', 'Freeze for 5 seconds')
    shell.seats.everyone.value = false
    shell.choose('Network', 'Freeze for 5 seconds')
    expect(shell.did).toEqual([
      ['POST', '/control/freeze', { for: '5s' }],
      ['POST', '/control/freeze', { for: '5s', seat: 1 }],
    ])
  })

  it('has everything that can happen immediately', async () => {
    const { commands, did } = await setUp()
    const moments = commands().filter(({ id }) => id.startsWith('moment-'))
    expect(moments.map(({ id }) => id.slice('moment-'.length)).sort()).toEqual(
      [...MOMENTS, 'zero-size'].sort(),
    )
    for (const { id, run } of moments) {
      run()
      expect(did.splice(0)).toEqual([
        ['POST', '/control/faults', { moment: id.slice('moment-'.length), seat: 1 }],
      ])
    }
  })

  it('has a fault for every call and every code, and fills the form', async () => {
    const { choose, drafts, did } = await setUp()
    for (const method of CALL_NAMES) {
      choose('Faults', `Make ${method} fail …`)
      expect(drafts.splice(0)).toEqual([{ method, seat: null, fault: null }])
    }
    for (const code of Object.keys(ERROR_CODES).filter((one) => one !== 'NO_HOST')) {
      choose('Faults', `Reject a call with ${code} …`)
      expect(drafts.splice(0)).toEqual([{ method: null, seat: null, fault: { kind: 'error', code } }])
    }
    for (const label of ['Answer a call …', 'Delay a call …', 'Leave a call without an answer …'])
      choose('Faults', label)
    choose('Faults', 'Close the sheet of a call …')
    expect(drafts.map(({ fault }) => fault?.kind)).toEqual(['answer', 'slow', 'silence', 'cancel'])
    expect(did).toEqual([])
    choose('Faults', 'Remove all faults in calls')
    choose('Faults', 'Start random faults')
    choose('Faults', 'Stop random faults')
    expect(did).toEqual([
      ['DELETE', '/control/faults'],
      ['PATCH', '/control/faults', { randomSeed: 1 }],
      ['PATCH', '/control/faults', { randomSeed: null }],
    ])
  })

  it('has every seat of the window', async () => {
    const { choose, commands, seats } = await setUp({ numbers: [1, 2, 3, 4, 5, 6, 7, 8] })
    for (const number of [8, 7, 6, 5, 4, 3, 2, 1]) {
      choose('Seats', `Go to seat ${number}`)
      expect(seats.chosen.value.number).toBe(number)
    }
    expect(findCommands(commands(), 'Add a seat')).toEqual([])
    choose('Seats', 'Remove seat 4 from this window')
    expect(seats.open.value.map(({ number }) => number)).toEqual([1, 2, 3, 5, 6, 7, 8])
    choose('Seats', 'Add a seat')
    expect(seats.chosen.value.number).toBe(4)
  })

  it('offers no seat that is not in the window', async () => {
    const { commands } = await setUp({ numbers: [3] })
    const offered = findCommands(commands(), 'seats').map(({ label }) => label)
    expect(offered).toEqual(['Add a seat', 'Go to seat 3', 'Put everyone in a match'])
  })

  it('has every panel', async () => {
    const { choose, settings } = await setUp()
    for (const { id, label } of PANELS) {
      choose('Panels', label)
      expect(settings.tab.value).toBe(id)
    }
  })

  it('moves the clock as its panel does', async () => {
    const { commands, did } = await setUp()
    for (const { group, run } of commands()) if (group === 'Clock') run()
    const bodies = did.map((one) => (Array.isArray(one) ? one.slice(1) : one))
    expect(bodies).toEqual(
      [
        { pause: true },
        { pause: false },
        ...CLOCK_SPEEDS.map((speed) => ({ speed })),
        { until: 'quiet' },
        ...['60s', '600s', '3600s', '14400s', '43200s', '86400s', '604800s', '2592000s'].map((advance) => ({
          advance,
        })),
      ].map((body) => ['/control/clock', body]),
    )
  })

  it('has every snapshot', async () => {
    const { choose, did } = await setUp()
    for (const { name } of SNAPSHOTS) choose('Snapshots', `Restore ${name}`)
    expect(did).toEqual([
      ['POST', '/control/snapshots/Before%20the%20boss/restore'],
      ['POST', '/control/snapshots/Shop%3A%20full/restore'],
    ])
  })

  it('has every page of the reference, found by its title or its name', async () => {
    const reference = await sourceReference()
    const { commands, docs, settings } = await setUp({ reference })
    const all = commands()
    const pages = all.filter(({ group }) => group === 'Docs')
    expect(pages.map(({ id }) => id)).toEqual(reference.topics.map(({ id }) => `docs-${id}`))
    for (const [index, { id }] of reference.topics.entries()) {
      settings.tab.value = 'calls'
      pages[index]?.run()
      expect([docs.topic.value, settings.tab.value]).toEqual([id, 'docs'])
      expect(findCommands(pages, id).map((found) => found.id)).toContain(`docs-${id}`)
    }
    expect(findCommands(all, '4.3')[0]?.label).toBe('Section 4.3: Payments')
  })

  it('reports what the simulator refuses', async () => {
    const { choose, did } = await setUp({
      answer: () => Response.json({ error: 'The data are in use.' }, { status: 409 }),
    })
    choose('Snapshots', 'Restore Before the boss')
    await expect.poll(() => did.at(-1)).toEqual(['failure', 'The data are in use.'])
  })
})
