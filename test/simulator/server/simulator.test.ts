import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../../src/bundle/folder.js'
import { Failure } from '../../../src/failure.js'
import type { ReadDataEdit } from '../../../src/host/control/data-edit.js'
import type { ObserverMessage } from '../../../src/simulator/messages.js'
import { DataFolder } from '../../../src/simulator/server/data/data-folder.js'
import { Simulator } from '../../../src/simulator/server/simulator.js'
import { ObserverConnection } from '../../../src/simulator/server/windows/observer-connection.js'
import { makeByStandIn } from '../../../src/simulator/server/workers/ai-maker.js'
import { STILL_CLOCK } from '../../support/rigs/host-rig.js'
import { EMPTY_CHECK, MANIFEST } from '../../support/rigs/simulator-rig.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

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

const APP_ID = MANIFEST.app_id

/** The disk takes longer than all else that is going on: what is saved from now on is told once it is there. */
const slowDisk = (data: DataFolder, saved: (name: string) => void): void => {
  const store = data.store.bind(data)
  data.store = (appId) => {
    const real = store(appId)
    return {
      load: (name, parse, ifLost) => real.load(name, parse, ifLost),
      save: async (name, snapshot) => {
        await laterThanAll()
        await real.save(name, snapshot)
        saved(name)
      },
    }
  }
}

const laterThanAll = async (): Promise<void> => {
  for (let turn = 0; turn < 1_000; turn += 1) await new Promise(setImmediate)
}

/** A consumable that was bought now: after 24 hours it is refunded to the buyer's balance (3.2). */
const GIVEN: ReadDataEdit = {
  edit: 'give',
  seat: 1,
  item: { type: 'product', id: 'coins', kind: 'consumable' },
  price: '2',
}

const ledgerPath = (data: DataFolder): string => join(data.path, 'data', APP_ID, 'ledger.json')

const savedLedger = async (
  data: DataFolder,
): Promise<{ readonly sales: readonly { readonly id: string }[] }> =>
  JSON.parse(await readFile(ledgerPath(data), 'utf8'))

describe('a simulator', () => {
  it('is closed once the reset that it is at is over', async () => {
    const { simulator, data } = await opened()
    const happened: string[] = []
    // The disk takes longer than all that closing has to do.
    const erase = data.erase.bind(data)
    data.erase = async () => {
      await laterThanAll()
      await erase()
    }
    const reset = simulator.reset().then(() => happened.push('reset'))
    await simulator.close()
    happened.push('closed')
    await reset
    expect(happened).toEqual(['reset', 'closed'])
  })

  it('3.2: has moved the clock once what fell due on the way is on the disk', async () => {
    const { simulator, data } = await opened()
    const happened: string[] = []
    slowDisk(data, (name) => happened.push(name))
    await simulator.data.edit(GIVEN)
    happened.length = 0
    await simulator.steering.advanceClock(24 * 3_600_000, '24h')
    happened.push('answered')
    expect(happened).toEqual(['ledger', 'answered'])
    // As the next process finds it, were this one killed now.
    const { sales } = await savedLedger(data)
    expect(sales).toMatchObject([{ state: 'returned', returnReason: 'unconsumed' }])
    await simulator.close()
  })

  it('3.2: says that what fell due could not be saved, after the clock was moved', async () => {
    const { simulator, data } = await opened()
    await simulator.data.edit(GIVEN)
    // A folder in the file's place: nothing can be renamed over it.
    const path = ledgerPath(data)
    await rm(path)
    await mkdir(join(path, 'in-the-way'), { recursive: true })
    await expect(simulator.steering.advanceClock(24 * 3_600_000, '24h')).rejects.toThrow(
      /^The clock moved forward by 24h, but what came due could not be saved: .*ledger\.json cannot be written/,
    )
    expect(simulator.clock.ahead).toBe(24 * 3_600_000)
    await rm(path, { recursive: true })
    await simulator.close()
  })

  it('3.1: has flipped a switch once the sales that it sets free are on the disk', async () => {
    const { simulator, data } = await opened()
    const happened: string[] = []
    slowDisk(data, (name) => happened.push(name))
    await simulator.data.edit({ ...GIVEN, item: { type: 'product', id: 'skin', kind: 'permanent' } })
    await simulator.steering.setSwitches(null, { app: 'blocked' })
    await simulator.steering.advanceClock(8 * 24 * 3_600_000, '8d')
    happened.length = 0
    await simulator.steering.setSwitches(null, { app: 'live' })
    happened.push('answered')
    expect(happened).toEqual(['ledger', 'answered'])
    expect((await savedLedger(data)).sales).toMatchObject([{ state: 'paid-out' }])
    await simulator.close()
  })

  it('3.2: has made a sale older once the refund that follows is on the disk', async () => {
    const { simulator, data } = await opened()
    await simulator.data.edit(GIVEN)
    const [sale] = (await savedLedger(data)).sales
    await simulator.data.edit({ edit: 'age', sale: sale?.id ?? '', milliseconds: 24 * 3_600_000 })
    expect((await savedLedger(data)).sales).toMatchObject([{ state: 'returned' }])
    await simulator.close()
  })

  it('flips a switch that is flipped during a reset, once it is over', async () => {
    const { simulator, data } = await opened()
    await simulator.steering.setSwitches(null, { theme: 'dark' })
    const happened: string[] = []
    const erase = data.erase.bind(data)
    let flip: Promise<unknown> = Promise.resolve()
    data.erase = async () => {
      flip = simulator.steering.setSwitches(2, { locale: 'de' }).then(() => happened.push('flipped'))
      await laterThanAll()
      await erase()
      happened.push('erased')
    }
    await simulator.reset()
    await flip
    expect(happened).toEqual(['erased', 'flipped'])
    expect(simulator.switches.of(2)).toMatchObject({ locale: 'de', theme: 'light' })
    expect(simulator.log.entries().map((entry) => (entry.kind === 'note' ? entry.message : ''))).toEqual([
      'Switches changed in seat 2: locale to de.',
    ])
    const saved = JSON.parse(await readFile(join(data.path, 'data/switches.json'), 'utf8'))
    expect(saved.seats[1]).toMatchObject({ locale: 'de', theme: 'light' })
    await simulator.close()
  })

  it('moves and stops a clock during a reset, which sets it back, once it is over', async () => {
    const { simulator, data } = await opened()
    const erase = data.erase.bind(data)
    let moved: Promise<unknown> = Promise.resolve()
    data.erase = async () => {
      moved = Promise.all([simulator.steering.pauseClock(true), simulator.steering.advanceClock(1_000, '1s')])
      await laterThanAll()
      await erase()
    }
    await simulator.reset()
    await moved
    expect(simulator.clock).toMatchObject({ paused: true, ahead: 1_000 })
    await simulator.close()
  })

  it('flips a switch after a reset that failed, too', async () => {
    const { simulator, data } = await opened()
    let flip: Promise<void> = Promise.resolve()
    data.erase = async () => {
      flip = simulator.steering.setSwitches(null, { theme: 'dark' })
      await laterThanAll()
      throw new Failure('refused', 'It is held by another program.')
    }
    await expect(simulator.reset()).rejects.toThrow('It is held by another program.')
    await flip
    expect(simulator.switches.of(1).theme).toBe('dark')
    await simulator.close()
  })

  it('loads the app again even if the saved data could not be removed, since its sessions ended', async () => {
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
