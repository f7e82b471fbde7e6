import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../../src/bundle/folder.js'
import { Failure } from '../../../src/failure.js'
import type { ObserverMessage } from '../../../src/simulator/messages.js'
import { makeByStandIn } from '../../../src/simulator/server/ai-maker.js'
import { DataFolder } from '../../../src/simulator/server/data-folder.js'
import { ObserverConnection } from '../../../src/simulator/server/observer-connection.js'
import { Simulator } from '../../../src/simulator/server/simulator.js'
import { STILL_CLOCK } from '../../support/host-rig.js'
import { EMPTY_CHECK, MANIFEST } from '../../support/simulator-rig.js'
import { temporaryFolder } from '../../support/temporary-folder.js'

/** A simulator that nobody serves, with its saved data. */
const opened = async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  const data = await DataFolder.open(join(folder, '.miniapp'), () => {})
  const simulator = await Simulator.open({
    source: { folder, open: () => openFolder(folder), check: async () => EMPTY_CHECK },
    data,
    project: folder,
    clock: STILL_CLOCK,
    randomness: { integer: () => 0 },
    makeByStandIn,
    onEntry: () => {},
    onProblems: () => {},
    onNotice: () => {},
    onDefect: (error) => {
      throw error
    },
  })
  return { simulator, data }
}

describe('a simulator', () => {
  it('is closed once the reset that it is at is over', async () => {
    const { simulator, data } = await opened()
    const happened: string[] = []
    // The disk takes longer than all that closing has to do.
    const erase = data.erase.bind(data)
    data.erase = async () => {
      for (let turn = 0; turn < 1_000; turn += 1) await new Promise(setImmediate)
      await erase()
    }
    const reset = simulator.reset().then(() => happened.push('reset'))
    await simulator.close()
    happened.push('closed')
    await reset
    expect(happened).toEqual(['reset', 'closed'])
  })

  it('loads the app anew also where what is saved could not be removed, since its sessions ended', async () => {
    const { simulator, data } = await opened()
    const told: ObserverMessage['type'][] = []
    simulator.windows.observe(new ObserverConnection(simulator, '', null, ({ type }) => told.push(type)))
    await simulator.live.checked()
    told.length = 0
    data.erase = async () => {
      throw new Failure('refused', 'It is held by another program.')
    }
    await expect(simulator.reset()).rejects.toThrow('It is held by another program.')
    expect(told).toEqual(['reload'])
    await simulator.close()
  })
})
