import { createHash } from 'node:crypto'
import type { ServiceClient } from '../../src/testing/service-client.js'
import type { Answered, ServiceData } from '../support/cases/answered.js'
import { appZip } from '../support/rigs/service-control.js'

/** A service to write to. */
export interface LoadedService {
  readonly baseUrl: string
  readonly client: ServiceClient
}

/** One kind of write, again and again until the service is gone. */
type Load = (service: LoadedService, answered: Answered, round: number) => Promise<void>

const PRODUCTS = [
  { id: 'gem', title: 'Gem', statement: 'You receive one gem.', price: '0.125', kind: 'consumable' },
]
/** A picture of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Sends a form as its page does. @throws where it was not taken */
const submit = async (
  { baseUrl }: LoadedService,
  page: string,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> => {
  const shown = await (await fetch(`${baseUrl}${page}`)).text()
  const ticket = /name="ticket" value="([^"]*)"/.exec(shown)?.[1] ?? ''
  const answer = await fetch(`${baseUrl}${action}`, {
    method: 'POST',
    headers: { origin: baseUrl },
    body: new URLSearchParams({ ...fields, ticket }),
    redirect: 'manual',
  })
  if (answer.status >= 400) throw new Error(`${action}: ${answer.status} ${await answer.text()}`)
  return answer
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const tokens = async (
  { baseUrl }: LoadedService,
  fields: Readonly<Record<string, string>>,
): Promise<Tokens> => {
  const body = new URLSearchParams({ client_id: 'miniapp-cli', ...fields })
  const answer = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`token: ${await answer.text()}`)
  return (await answer.json()) as Tokens
}

const keepTokens = (answered: Answered, { access_token, refresh_token }: Tokens): void =>
  answered.keep(
    [['accessToken', hashOf(access_token), 'hash'], hashOf(access_token)],
    [['refreshToken', hashOf(refresh_token), 'state'], 'good'],
  )

const signIn = async (service: LoadedService, answered: Answered): Promise<Tokens> => {
  const grant = await fetch(`${service.baseUrl}/oauth/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'miniapp-cli', scope: 'read:feed write:post write:media' }),
  })
  const { device_code, user_code } = (await grant.json()) as { device_code: string; user_code: string }
  const page = await (await fetch(`${service.baseUrl}/device?user_code=${user_code}`)).text()
  const body = new URLSearchParams({ decision: 'approve' })
  body.append('ticket', /name="ticket" value="([^"]*)"/.exec(page)?.[1] ?? '')
  for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]*)"/g)) body.append('scope', scope)
  await fetch(`${service.baseUrl}/device`, { method: 'POST', headers: { origin: service.baseUrl }, body })
  const issued = await tokens(service, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
  })
  keepTokens(answered, issued)
  return issued
}

const published = async (
  { baseUrl }: LoadedService,
  { access_token }: Tokens,
  operation: string,
  body: object,
): Promise<string> => {
  const answer = await fetch(`${baseUrl}/v1/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`)
  const { result } = (await answer.json()) as { result: string }
  return /\S+$/.exec(result)?.[0] ?? ''
}

const posts: Load = async (service, answered, round) => {
  // Each post costs a credit (8.4).
  await service.client.changeMember('member_you', { balance: '100' })
  const signedIn = await signIn(service, answered)
  const rating = { content_rating: 'sfw', rating_reasoning: 'plain words' }
  for (let number = 0; ; number++) {
    const file = { filename: 'dot.png', data_base64: PICTURE }
    const media = await published(service, signedIn, 'media', file)
    answered.keep([['media', media], PICTURE], [['media', media, 'filename'], 'dot.png'])
    const content = `Post ${round}.${number}`
    const post = await published(service, signedIn, 'posts', { content, media_urls: [media], ...rating })
    answered.keep([['post', post, 'content'], content], [['post', post, 'media'], [media]])
    const story = await published(service, signedIn, 'stories', {
      ...file,
      ...rating,
      content_type: 'image/png',
    })
    answered.keep([['story', story, 'reasoning'], rating.rating_reasoning])
  }
}

const refreshes: Load = async (service, answered) => {
  let current = await signIn(service, answered)
  for (;;) {
    const before = current
    const fields = { grant_type: 'refresh_token', refresh_token: before.refresh_token }
    current = await answered.change(
      ['refreshToken', hashOf(before.refresh_token), 'state'],
      'used',
      async () => await tokens(service, fields),
    )
    keepTokens(answered, current)
  }
}

const connections: Load = async (service, answered, round) => {
  for (let number = 0; ; number++) {
    const name = `App ${round}.${number}`
    const answer = await submit(service, '/connections', '/connections/register', { name })
    const clientId = /#(.+)$/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
    answered.keep([['app', clientId, 'name'], name])
  }
}

const DECISIONS = [
  ['approve', 'live'],
  ['decline', 'declined'],
  ['hold', 'held'],
  ['withdraw', 'withdrawn'],
] as const

/** A member of its own for each round: an account has room for so many apps, and so many credits. */
const someone = async (
  { client }: LoadedService,
  answered: Answered,
  id: string,
  birthDate: string,
): Promise<string> => {
  await client.addMember({ id, name: 'New', birthDate })
  answered.keep([['member', id, 'name'], 'New'])
  return id
}

const apps: Load = async (service, answered, round) => {
  const { client } = service
  const owner = await someone(service, answered, `developer_${round}`, '1990-01-01')
  for (let number = round; ; number++) {
    const id = await client.register({ name: 'Hello', owner })
    answered.keep([['miniApp', id, 'name'], 'Hello'])
    const zip = await appZip({ app_id: id })
    const { version } = await client.upload(id, zip)
    const key = `${id}/${version}`
    answered.keep(
      [['versions', key], Buffer.from(zip).toString('base64')],
      [['miniAppVersion', key, 'state'], 'waiting'],
    )
    const [action, state] = DECISIONS[number % DECISIONS.length] ?? DECISIONS[0]
    await answered.change(['miniAppVersion', key, 'state'], state, () =>
      action === 'decline' ? client.decline(id, version, 'Not now') : client[action](id, version),
    )
    await answered.change(['miniApp', id, 'chosenCategory'], 'tools', () =>
      client.chooseCategory(id, 'tools'),
    )
    await answered.change(['miniApp', id, 'standing'], 'blocked', () => client.block(id, 'Reports'))
    await answered.change(['miniApp', id, 'standing'], 'open', () => client.unblock(id))
    await client.multiplayer(id, 'asked', 'Two players race.')
    const open = { open: 'adults', request: null }
    await answered.change(['miniApp', id, 'multiplayer'], open, () => client.multiplayer(id, 'adults'))
    answered.forget(['miniApp', id, 'multiplayer'])
    answered.forget(['versions', key])
    await answered.change(['miniApp', id, 'standing'], 'deleted', () => client.delete(id))
  }
}

const purchases: Load = async (service, answered, round) => {
  const { client } = service
  const owner = await someone(service, answered, `seller_${round}`, '1990-01-01')
  const buyer = await someone(service, answered, `buyer_${round}`, '1990-01-01')
  const id = await client.register({ name: 'Shop', owner })
  answered.keep([['miniApp', id, 'name'], 'Shop'])
  const { version } = await client.upload(id, await appZip({ app_id: id, products: PRODUCTS }))
  await client.approve(id, version)
  for (let number = 0; ; number++) {
    const { purchase } = await client.buy(id, buyer, 'gem')
    const place = ['sale', purchase.id, 'state'] as const
    answered.keep([place, 'held'])
    if (number % 2 === 1) await answered.change(place, 'returned', () => client.refund(id, purchase.id))
    else {
      const { consumedAt } = await client.consume(id, purchase.id)
      answered.keep([['sale', purchase.id, 'consumedAt'], Date.parse(consumedAt ?? '')])
    }
  }
}

const members: Load = async (service, answered, round) => {
  for (let number = 0; ; number++) {
    const id = await someone(service, answered, `member_${round}_${number}`, '2015-01-01')
    const guardian = { miniApps: true, apps: [], pay: true, media: false, online: false, ai: false }
    await answered.change(['member', id, 'guardian'], guardian, () =>
      service.client.changeMember(id, { guardian }),
    )
  }
}

/** Nothing else moves the clock meanwhile. */
const clock: Load = async ({ client }, answered) => {
  const { records } = (await client.data()) as ServiceData
  let ahead = Number(records['clock']?.['clock']?.['ahead'] ?? 0)
  for (;;) {
    ahead += 1
    await answered.change(['clock', 'clock', 'ahead'], ahead, () => client.advance('1ms'))
  }
}

/** Faults are not kept: a service that was started again works. */
const faults: Load = async ({ client }, answered) => {
  for (;;) {
    await client.setFaults({ payouts: 'failing' })
    answered.count += 1
  }
}

/** Every kind of write at the same time, until the service is gone. */
export const LOADS: readonly Load[] = [posts, refreshes, connections, apps, purchases, members, clock, faults]
