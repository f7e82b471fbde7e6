import { appZip, control } from './service-control.js'
import { postForm, signIn, type TestService } from './test-service.js'

/** What a service that is full of everything is seen by. */
export interface FullService {
  /** The App ID of an app with a live version, one in review, one declined, sales, and everything that can be asked for. */
  readonly appId: string
  /** The pages to which no other page leads: a person has their address from an app. */
  readonly entrances: readonly string[]
}

const TEXTS = {
  description: 'w'.repeat(500),
  capabilities: { 'ai.image': { version: 1, purpose: 'Draws a picture of the winner.' } },
  access: { type: 'one_time', price: '2.5', statement: 'You receive the whole game.' },
  screenshots: ['icon.png'],
  products: [{ id: 'gem', title: 'Gem', statement: 'You receive one gem.', price: '1', kind: 'consumable' }],
}

/** Fills a new service with at least one of everything that its pages show. */
export const fillService = async (service: TestService): Promise<FullService> => {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await control(service, method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const register = async (name: string, owner: string): Promise<string> =>
    (await ask('POST', 'apps', { owner, name, category: 'games' })).app_id
  const upload = async (app_id: string, manifest: Readonly<Record<string, unknown>>, files = {}) =>
    ask('POST', `apps/${app_id}/versions`, await appZip({ app_id, ...manifest }, files))
  const script = { 'index.html': '<!doctype html><title>x</title><script>// new WebSocket</script>' }

  const failed = await register('Failed payout', 'member_you')
  const { description: _, capabilities: __, ...plain } = TEXTS
  await upload(failed, plain)
  await ask('POST', `apps/${failed}/versions/1.0.0`, { action: 'approve' })
  await ask('POST', `apps/${failed}/purchases`, { member: 'member_studio', item: 'access' })
  await ask('PATCH', 'faults', { payouts: 'failing' })
  await ask('POST', 'clock', { advance: '7d' })
  await ask('PATCH', 'faults', { payouts: 'ok' })

  const appId = await register('Wide', 'member_you')
  await upload(appId, TEXTS)
  await ask('POST', `apps/${appId}/versions/1.0.0`, { action: 'approve' })
  await ask('PATCH', `apps/${appId}`, { multiplayer: 'asked', description: 'Two players race.' })
  await upload(appId, { ...TEXTS, version: '1.1.0' }, script)
  await upload(appId, { ...TEXTS, version: '1.2.0' })
  await ask('POST', `apps/${appId}/versions/1.2.0`, { action: 'decline', reason: 'x'.repeat(300) })
  await ask('POST', `apps/${appId}/purchases`, { member: 'member_studio', item: 'access' })

  // Goes live by itself.
  await upload(failed, { ...plain, version: '1.1.0' })

  const blocked = await register('Blocked', 'member_you')
  await ask('PATCH', `apps/${blocked}`, { status: 'blocked', reason: 'Reports' })

  const { access_token } = await signIn(service, 'write:post read:feed')
  await fetch(`${service.baseUrl}/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      content: `${'w'.repeat(200)}\nhttps://a.example/${'x'.repeat(100)}\nhttps://youtu.be/1`,
      content_rating: 'suggestive',
      rating_reasoning: 'x',
    }),
  })
  await service.fill('/members', { member: 'member_ada', text: 'Hello' }, '/members/message')
  await service.fill('/members', { member: 'member_ben', text: 'A post' }, '/members/post')
  await ask('PATCH', 'faults', { operations: { getChat: { fault: 'limited', count: 2, delay: '1ms' } } })
  const grant = await postForm(service, '/oauth/device_authorization', {
    client_id: 'miniapp-cli',
    scope: 'write:post read:feed',
  })
  const { user_code } = (await grant.json()) as { user_code: string }
  const authorization = new URLSearchParams({
    response_type: 'code',
    client_id: 'miniapp-cli',
    redirect_uri: 'http://localhost:8976/callback',
    scope: 'read:feed write:post',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    state: 's',
  })
  return {
    appId,
    entrances: ['/', '/device', `/device?user_code=${user_code}`, `/oauth/authorize?${authorization}`],
  }
}
