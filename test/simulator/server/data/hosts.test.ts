import { describe, expect, it, onTestFinished } from 'vitest'
import { MovableClock } from '../../../../src/host/clock.js'
import { FaultInjector } from '../../../../src/host/control/faults/fault-injector.js'
import { SwitchBoard } from '../../../../src/host/control/switch-board.js'
import { documentsOf } from '../../../../src/host/domains.js'
import type { Host } from '../../../../src/host/host.js'
import { CallLog } from '../../../../src/host/log/call-log.js'
import { MatchTimeline } from '../../../../src/host/matches/match-timeline.js'
import { DataFolder } from '../../../../src/simulator/server/data/data-folder.js'
import { Hosts } from '../../../../src/simulator/server/data/hosts.js'
import { STILL_CLOCK } from '../../../support/rigs/host-rig.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

const APP_ID = 'ma_abcdefghij'

const hostsIn = async (path: string): Promise<Hosts> => {
  const onDefect = (error: unknown): void => {
    throw error
  }
  const folder = await DataFolder.open(path, () => {})
  onTestFinished(() => folder.close())
  const clock = new MovableClock(STILL_CLOCK, onDefect)
  return new Hosts(folder, {
    clock,
    log: new CallLog(clock),
    timeline: new MatchTimeline(),
    randomness: { integer: (bound) => Math.floor(Math.random() * bound) },
    switches: await SwitchBoard.open(folder.store()),
    faults: new FaultInjector(),
    pictures: { redrawForShare: async () => null },
    aiMaker: {
      blocked: () => {},
      scripted: async () => null,
      make: async () => ({ kind: 'answer', text: '', json: null }),
    },
    onDefect,
  })
}

const levelOf = async (host: Host): Promise<string | undefined> =>
  (await host.contents()).storage.get(1)?.get('level')

const write = (host: Host, player: string): Promise<void> =>
  host.edit({ edit: 'set-record', player, key: 'k', value: '', rank: null, replaceable: false })

const playersOf = async (host: Host): Promise<readonly string[]> =>
  (await host.contents()).records.map(({ player }) => player)

describe('Hosts', () => {
  it('forgets a shared store in a reset, and an old host writes no more of it', async () => {
    const path = await temporaryFolder()
    const hosts = await hostsIn(path)
    const before = await hosts.of(APP_ID)
    for (const player of ['a', 'b']) await write(before, player)
    await hosts.reset(() => {})
    await expect(write(before, 'late')).rejects.toThrow('the saved data were replaced')
    expect(await playersOf(await hosts.of(APP_ID))).toEqual([])
    for (const player of ['c', 'd']) await write(await hosts.of(APP_ID), player)
    await hosts.close()
    expect(await playersOf(await hosts.of(APP_ID))).toEqual(['c', 'd'])
  })

  it('puts other data in place of a shared store, without what is being written', async () => {
    const path = await temporaryFolder()
    const hosts = await hostsIn(path)
    const before = await hosts.of(APP_ID)
    for (const player of ['a', 'b']) await write(before, player)
    const documents = documentsOf(await before.contents())
    for (const player of ['c', 'd']) await write(before, player)
    const late = write(before, 'late').catch(() => {})
    await hosts.replace(APP_ID, documents)
    await late
    await expect(write(before, 'later')).rejects.toThrow('the saved data were replaced')
    expect(await playersOf(await hosts.of(APP_ID))).toEqual(['a', 'b'])
    for (const player of ['e', 'f']) await write(await hosts.of(APP_ID), player)
    await hosts.close()
    expect(await playersOf(await hosts.of(APP_ID))).toEqual(['a', 'b', 'e', 'f'])
  })

  it('opens the host that is asked for during a reset on nothing, as after it', async () => {
    const hosts = await hostsIn(await temporaryFolder())
    const before = await hosts.of(APP_ID)
    await before.edit({ edit: 'set-value', seat: 1, key: 'level', value: '3' })
    expect(await levelOf(before)).toBe('3')
    const reset = hosts.reset(() => {})
    // A window that was loading when the reset began asks in the middle of it.
    const during = hosts.of(APP_ID)
    await reset
    expect(await levelOf(await during)).toBeUndefined()
    expect(await hosts.of(APP_ID)).toBe(await during)
    expect(await during).not.toBe(before)
  })
})
