import { describe, expect, it, onTestFinished } from 'vitest'
import { CallLog } from '../../../src/host/call-log.js'
import { MovableClock } from '../../../src/host/clock.js'
import type { Host } from '../../../src/host/host.js'
import { SwitchBoard } from '../../../src/host/switch-board.js'
import { TroubleBoard } from '../../../src/host/trouble/trouble.js'
import { DataFolder } from '../../../src/simulator/server/data-folder.js'
import { Hosts } from '../../../src/simulator/server/hosts.js'
import { STILL_CLOCK } from '../../support/host-rig.js'
import { temporaryFolder } from '../../support/temporary-folder.js'

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
    randomness: { integer: (bound) => Math.floor(Math.random() * bound) },
    switches: await SwitchBoard.open(folder.store()),
    trouble: new TroubleBoard(),
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

describe('Hosts', () => {
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
