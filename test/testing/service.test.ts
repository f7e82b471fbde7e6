import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ServiceClient, startService, UploadRefusedError } from '../../src/testing/index.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const start = async (options = {}) => {
  const service = await startService(options)
  onTestFinished(() => service.stop())
  return service
}

/** The folder of an app that costs 2.5 credits. */
const paidApp = async (app_id: string): Promise<string> => {
  const folder = join(await temporaryFolder(), 'hello')
  await mkdir(folder)
  const access = { type: 'one_time', price: '2.5', statement: 'You receive the whole game.' }
  const files = { ...sampleFiles(), 'manifest.json': sampleManifest({ app_id, access }) }
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content)
  return folder
}

describe('startService', () => {
  it('rehearses the life of an app in twenty lines', async () => {
    const { client } = await start()
    const id = await client.register({ name: 'Hello', id: 'ma_abcdefghij' })
    expect(await client.upload(id, await paidApp(id))).toEqual({
      version: '1.0.0',
      state: 'waiting',
      review: 'automatic',
      replaces: [],
    })
    await client.approve(id, '1.0.0')
    await client.buy(id, 'member_ada')
    await client.block(id, 'Reports')
    await client.advance('8d')
    expect((await client.app(id)).figures).toEqual({ purchases: '2.5', held: '2.5', paid: '0' })
    await client.unblock(id)
    expect((await client.app(id)).figures).toEqual({ purchases: '2.5', held: '0', paid: '2.5' })
    expect((await client.account('member_you')).member.balance).toBe('102.5')
    expect((await client.account('member_you')).notices.map(({ about }) => about)).toEqual([
      'unblocked',
      'blocked',
      'approved',
    ])
  })

  it('rejects an upload with every problem, and anything else with a status', async () => {
    const { client } = await start()
    const id = await client.register({ name: 'Hello' })
    const refused = await client.upload(id, await paidApp('ma_abcdefghij')).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UploadRefusedError)
    expect(refused).toMatchObject({
      status: 422,
      message: `The upload was refused:\n  app_id is ma_abcdefghij; this app is registered as ${id}.`,
      result: { ok: false, review: 'refused' },
    })
    await expect(client.upload('ma_aaaaaaaaaa', new Uint8Array())).rejects.toMatchObject({ status: 404 })
    await expect(client.unblock(id)).rejects.toMatchObject({
      status: 409,
      message: `PATCH apps/${id}: Hello is not blocked (3.1).`,
    })
    await expect(client.advance('soon')).rejects.toMatchObject({ status: 400 })
  })

  it('steers reviews, grants, multiplayer, members, sales, failures and data', async () => {
    const { client } = await start()
    const id = await client.register({ name: 'Hello', owner: 'member_studio', category: 'tools' })
    await client.upload(id, await paidApp(id))
    expect(await client.hold(id, '1.0.0')).toMatchObject({ state: 'held' })
    expect(await client.decline(id, '1.0.0', 'Too short.')).toMatchObject({
      state: 'declined',
      reason: 'Too short.',
    })
    await expect(client.withdraw(id, '1.0.0')).rejects.toMatchObject({ status: 409 })
    await expect(client.grant(id, 'ai.image', 'granted')).rejects.toMatchObject({ status: 409 })
    expect(await client.multiplayer(id, 'asked', 'A race.')).toMatchObject({ multiplayer: 'asked' })
    expect(await client.chooseCategory(id, 'games')).toMatchObject({ category: 'games' })
    await client.addMember({ id: 'member_bob', name: 'Bob', birthDate: '1990-01-01', balance: '2.5' })
    const second = await client.register({ name: 'Second', owner: 'member_studio' })
    await client.upload(second, await paidApp(second))
    await client.approve(second, '1.0.0')
    await client.setFaults({ payouts: 'failing' })
    const { purchase } = await client.buy(second, 'member_bob')
    await expect(client.buy(second, 'member_bob')).rejects.toMatchObject({ status: 409 })
    await expect(client.consume(second, purchase.id)).rejects.toMatchObject({ status: 409 })
    await client.advance('7d')
    await expect(client.refund(second, purchase.id)).rejects.toMatchObject({ status: 409 })
    expect(await client.completePayout(second, purchase.id)).toMatchObject({ state: 'paid-out' })
    expect(await client.sales(second)).toMatchObject([{ buyer: 'member_bob', price: '2.5' }])
    expect(await client.changeMember('member_bob', { partner: true })).toMatchObject({
      partner: true,
      balance: '0',
    })
    await client.setFaults({ operations: { createPost: { fault: 'limited', count: 2, delay: '1s' } } })
    const limited = { fault: 'limited', count: 2, delay: '1000ms' }
    expect(await client.faults()).toMatchObject({ payouts: 'failing', operations: { createPost: limited } })
    expect(await client.setFaults({ operations: { createPost: null } })).toMatchObject({ operations: {} })
    const [state, data] = [await client.state(), await client.data()]
    await client.delete(second)
    await client.reset()
    expect((await client.state()).apps).toEqual([])
    await client.setData(data)
    expect((await client.state()).apps).toEqual(state.apps)
  })

  it('plays the person who signs in, allows apps something, and writes to others', async () => {
    const { client, baseUrl } = await start()
    await client.signInAs('member_ada')
    expect(await client.signedIn()).toBe('member_ada')
    const redirectUris = ['https://game.example/back']
    const { id, owner } = await client.registerClient({ name: 'A game', redirectUris })
    expect(owner).toBe('member_ada')
    expect(await client.editClient(id, { name: 'My game' })).toMatchObject({ name: 'My game', redirectUris })
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: id,
      redirect_uri: redirectUris[0] ?? '',
      scope: 'read:feed write:post',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    })
    const url = `${baseUrl}/oauth/authorize?${query}`
    expect(await client.denyConsent(url)).toContain('error=access_denied')
    expect(await client.approveConsent(url, { scopes: ['read:feed'] })).toContain('code=')
    const begin = () =>
      fetch(`${baseUrl}/oauth/device_authorization`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: id, scope: 'write:post' }),
      })
    await begin()
    const [device] = await client.devices()
    expect(await client.approveDevice(device?.code ?? '', { member: 'member_you' })).toEqual({
      member: 'member_you',
      approved: ['write:post'],
    })
    await begin()
    await client.denyDevice((await client.devices())[0]?.code ?? '')
    expect(await client.client(id)).toMatchObject({ people: 2, lastUsedAt: null })
    expect(await client.narrowConnection(id, [])).toMatchObject({ member: 'member_ada', off: ['read:feed'] })
    expect(await client.pauseConnections(true, 'member_you')).toMatchObject({ paused: true })
    await client.disconnect(id, 'member_you')
    expect((await client.connections('member_you')).connections).toEqual([])
    expect((await client.connections()).connections).toMatchObject([{ client: id }])
    await client.removeClient(id)
    expect((await client.clients()).map((one) => one.id)).toEqual(['miniapp-cli'])

    await client.sendMessage({ from: 'member_ben', to: 'member_ada', text: 'Hi' })
    expect(await client.messages('member_ada')).toMatchObject([{ from: 'member_ben', text: 'Hi' }])
    expect(await client.messages()).toEqual([])
    const post = await client.postAs('member_ben', 'Hello')
    await client.react(post, 'member_ada')
    await expect(client.react('post_none', 'member_ada')).rejects.toMatchObject({ status: 404 })
  })

  it('reads apps, members and the review queue in pages', async () => {
    const { client } = await start()
    for (const name of ['Cat', 'Catamaran', 'Dog']) {
      const id = await client.register({ name })
      await client.upload(id, await paidApp(id))
    }
    const first = await client.apps({ search: 'CAT', limit: 1 })
    expect(first.apps).toMatchObject([{ name: 'Cat' }])
    expect(await client.apps({ search: 'CAT', cursor: first.next ?? '' })).toMatchObject({
      apps: [{ name: 'Catamaran' }],
      next: null,
    })
    expect((await client.members({ search: 'ada' })).members).toMatchObject([{ id: 'member_ada' }])
    const { reviews } = await client.reviews({ search: 'dog' })
    expect(reviews).toMatchObject([{ name: 'Dog', version: { version: '1.0.0', state: 'waiting' } }])
  })

  it('keeps its data in a folder that was named, and nowhere else', async () => {
    const data = await temporaryFolder()
    const first = await startService({ data })
    await first.client.register({ name: 'Hello' })
    await first.stop()
    const second = await start({ data })
    expect((await second.client.state()).apps).toMatchObject([{ name: 'Hello' }])
    const elsewhere = new ServiceClient({ control: first.control, token: first.token })
    await expect(elsewhere.state()).rejects.toMatchObject({ name: 'ControlError' })
  })
})
