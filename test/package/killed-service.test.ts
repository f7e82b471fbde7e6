import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { parseCredits } from '../../src/platform/credits.js'
import { ROOT } from '../support/npm.js'
import { appZip } from '../support/service-control.js'
import { temporaryFolder } from '../support/temporary-folder.js'

type Testing = typeof import('../../src/testing/index.js')
const { ServiceClient }: Testing = await import(new URL('../../dist/testing/index.js', import.meta.url).href)

const KILLS = 8

/** The built service on a folder, in a process of its own. */
const start = async (data: string) => {
  const words = ['service', '--port', '0', '--data', data, '--format', 'json']
  const child = spawn(process.execPath, [join(ROOT, 'bin/miniapp.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { control, token } = JSON.parse(line) as { control: string; token: string }
  return {
    client: new ServiceClient({ control, token }),
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

it('loses nothing that it answered, and tears nothing, however often it is killed', async () => {
  const data = await temporaryFolder()
  const apps: string[] = []
  const purchases: string[] = []
  const versions: string[] = []
  for (let round = 0; round < KILLS; round++) {
    const { client, kill } = await start(data)
    const state = await client.state()
    expect(state.apps.map(({ id }) => id)).toEqual(expect.arrayContaining(apps))
    const found = state.apps.flatMap(({ id, versions: of }) => of.map(({ version }) => `${id}/${version}`))
    expect(found).toEqual(expect.arrayContaining(versions))
    for (const { id, balance } of state.members) {
      const account = await client.account(id)
      const moved = account.history.reduce((sum, { amount }) => sum - spent(amount), 0)
      expect(parseCredits(balance)).toBe(100_000 + moved)
      if (id === 'member_ada')
        expect(account.purchases.map((one) => one.id)).toEqual(expect.arrayContaining(purchases))
    }
    let killed = false
    const load = async (): Promise<void> => {
      const app = await client.register({ name: 'Hello', owner: 'member_studio' })
      apps.push(app)
      const products = [
        { id: 'gem', title: 'Gem', statement: 'You receive one gem.', price: '0.125', kind: 'consumable' },
      ]
      const { version } = await client.upload(app, await appZip({ app_id: app, products }))
      versions.push(`${app}/${version}`)
      await client.approve(app, version)
      while (!killed) purchases.push((await client.buy(app, 'member_ada', 'gem')).purchase.id)
    }
    const loads = [load(), load()].map((one) => one.catch(() => {}))
    // Not after a time: after so many answers, of which each round has another number.
    const wanted = purchases.length + 1 + 3 * round
    await expect.poll(() => purchases.length).toBeGreaterThanOrEqual(wanted)
    await kill()
    killed = true
    await Promise.all(loads)
  }
  expect(apps).toHaveLength(2 * KILLS)
})

/** The thousandths of an entry that was paid; none was received here. */
const spent = (amount: string): number => parseCredits(amount.replace(/^-/, '')) ?? Number.NaN
