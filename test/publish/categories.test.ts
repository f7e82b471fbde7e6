import { describe, expect, it } from 'vitest'
import { getCategories, UnreadableAnswer } from '../../src/publish/reads.js'
import type { CallContext } from '../../src/publish/requests/authorized-call.js'
import { boundedFetch } from '../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../src/publish/requests/system-fetch.js'
import { json, rudeServer } from '../support/fakes/rude-server.js'
import { testClock } from '../support/fakes/test-clock.js'
import { startTestService } from '../support/rigs/test-service.js'

const context: CallContext = {
  fetch: boundedFetch(systemFetch({})),
  clock: testClock(),
  signal: new AbortController().signal,
  onBackOff: () => {},
}

describe('platform document 4.1: the categories', () => {
  it('are served by the local service: every category of the manifest, with a name', async () => {
    const service = await startTestService()
    const { value } = await getCategories({ baseUrl: service.baseUrl, accessToken: null }, context)
    await service.stop()
    expect(value).toEqual({
      categories: [
        { id: 'games', name: 'Games' },
        { id: 'education', name: 'Education' },
        { id: 'tools', name: 'Tools' },
        { id: 'entertainment', name: 'Entertainment' },
        { id: 'lifestyle', name: 'Lifestyle' },
        { id: 'productivity', name: 'Productivity' },
        { id: 'other', name: 'Other' },
      ],
    })
  })

  it.each([['{"games":"Games"}'], ['["games"]'], ['null'], ['{"result":"x","id":12345678901234567890}']])(
    'are accepted in any shape: %s',
    async (text) => {
      const { baseUrl, requests } = await rudeServer((_request, response) => response.end(text))
      const read = await getCategories({ baseUrl: `${baseUrl}/base`, accessToken: 'secret' }, context)
      expect(read.json).toBe(text)
      expect(requests).toEqual([
        { method: 'GET', path: '/base/api/v1/miniapps/categories', authorization: null, body: '' },
      ])
    },
  )

  it('are requested with the token if that is required and there is one', async () => {
    const { baseUrl, requests } = await rudeServer((request, response) =>
      json(response, request.headers.authorization === undefined ? 401 : 200, ['games']),
    )
    const read = await getCategories({ baseUrl, accessToken: 'secret' }, context)
    expect(read.value).toEqual(['games'])
    expect(requests.map(({ authorization }) => authorization)).toEqual([null, 'Bearer secret'])
    await expect(getCategories({ baseUrl, accessToken: null }, context)).rejects.toMatchObject({
      kind: 'sign-in',
    })
    expect(requests).toHaveLength(3)
  })

  it.each([
    [403, 'refused'],
    [404, 'network'],
    [429, 'rate-limited'],
    [500, 'network'],
  ])('fail with status %i like any read', async (status, kind) => {
    const { baseUrl } = await rudeServer((_request, response) => json(response, status, { error: 'No.' }))
    await expect(getCategories({ baseUrl, accessToken: 'x' }, context)).rejects.toMatchObject({ kind })
  })

  it('are not an HTML page', async () => {
    const { baseUrl } = await rudeServer((_request, response) => response.end('<!doctype html>'))
    await expect(getCategories({ baseUrl, accessToken: null }, context)).rejects.toBeInstanceOf(
      UnreadableAnswer,
    )
  })
})
