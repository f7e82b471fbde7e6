import { randomBytes } from 'node:crypto'
import { writeAppData } from '../src/host/control/app-data-codec.js'
import { SwitchBoard } from '../src/host/control/switch-board.js'
import { openWorldFiles } from '../src/service/records/media-files.js'
import { ServiceStore } from '../src/service/records/store.js'
import { newName } from '../src/service/secrets.js'
import { DataFolder } from '../src/simulator/server/data/data-folder.js'
import { fillService } from './support/rigs/full-service.js'
import { APP, hostRig } from './support/rigs/host-rig.js'
import { appZip, control } from './support/rigs/service-control.js'
import { startTestService } from './support/rigs/test-service.js'

const refuse = (notice: string): never => {
  throw new Error(notice)
}

const GEM = { id: 'gem', title: 'Gem', statement: 'One gem.', price: '0.125', kind: 'consumable' } as const

/** Saves something of everything that a simulator keeps. @returns the exported data of the app */
export const saveInSimulator = async (path: string): Promise<unknown> => {
  const folder = await DataFolder.open(path, refuse)
  await (await SwitchBoard.open(folder.store())).set(null, { locale: 'fr' })
  const { host, clock, open } = await hostRig(folder.store(APP.id))
  for (const seat of [1, 2]) {
    const page = await open({ seat, app: { ...APP, products: [GEM] } })
    page.person.choices.push({ nickname: `Person ${seat}` }, 'pay')
    await page.call('mp.host', { max_players: 2 })
    await page.call('pay', { product: 'gem' })
    await page.call('storage.set', { key: 'level', value: `${seat}` })
    await page.call('db.set', { key: 'score', value: `${seat}0`, rank: seat, replaceable: true })
    await page.call('db.set', { key: 'note', value: 'Ünïcode “text”' })
    await page.call('db.set', { key: 'score', value: `${seat}00`, rank: seat * 10, replaceable: true })
    await page.call('db.set', { key: 'gone', value: 'x' })
    await page.call('db.remove', { key: 'gone' })
    clock.advance(1_000)
  }
  const exported = writeAppData(APP.id, clock.now(), await host.contents())
  host.close()
  await folder.close()
  return exported
}

/** Saves something of everything that the service keeps, and two real runs. @returns the exported data */
export const saveInService = async (path: string): Promise<unknown> => {
  const store = await ServiceStore.open(path, { fresh: false, now: 0, warn: refuse })
  const files = await openWorldFiles({ root: path }, store, () => newName({ random: randomBytes }))
  const service = await startTestService(store, files)
  const ask = (method: string, where: string, body?: unknown) => control(service, method, where, body)
  await fillService(service)
  await ask('POST', 'apps', { owner: 'member_studio', name: 'Hello', category: 'games', id: APP.id })
  await ask('POST', `apps/${APP.id}/versions`, await appZip({ app_id: APP.id, version: '1.0.0' }))
  await ask('POST', `apps/${APP.id}/versions/1.0.0`, { action: 'approve' })
  for (const member of ['member_ada', 'member_you']) {
    await ask('POST', `apps/${APP.id}/runs`, { member, device: 'web' })
    const run = service.runner.runs.at(-1)
    await run?.call('storage.set', { key: 'level', value: '7' })
    await run?.call('db.set', { key: 'score', value: member, rank: 3, replaceable: true })
    await run?.call('db.set', { key: 'score', value: `${member}!`, rank: 7, replaceable: true })
    await run?.call('db.set', { key: 'gone', value: 'x' })
    await run?.call('db.remove', { key: 'gone' })
  }
  const { body } = await ask('GET', 'data')
  await service.stop()
  await store.close()
  return body
}
