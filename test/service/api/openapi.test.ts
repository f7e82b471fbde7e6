import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { OPERATIONS } from '../../../src/platform/publishing.js'
import { signIn, startTestService, type TestService } from '../../support/rigs/test-service.js'

const operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })).optional(),
  requestBody: z
    .object({
      content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }),
    })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
})
const description = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ version: z.literal('1.0.0') }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), operation)),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.looseObject({ required: z.array(z.string()), properties: z.record(z.string(), z.unknown()) }),
    ),
  }),
})

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const read = async () => description.parse(await (await fetch(`${service.baseUrl}/openapi.json`)).json())

describe('API 9: the description of the interface', () => {
  it('names exactly the operations of section 4, each with its scopes', async () => {
    const { paths, servers } = await read()
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [
        one?.operationId,
        method.toUpperCase(),
        path,
        one?.security[0]?.['oauth'],
      ]),
    )
    expect(described.sort()).toEqual(
      Object.entries(OPERATIONS)
        .map(([name, { method, path, scopes }]) => [name, method, path, scopes])
        .sort(),
    )
    expect(servers).toEqual([{ url: service.baseUrl }])
  })

  it('is correct: every operation exists, requires a token, and refuses a body without its required fields', async () => {
    const { paths, components } = await read()
    const { access_token } = await signIn(
      service,
      'read:feed read:notifications read:chat write:post write:media',
    )
    for (const [path, methods] of Object.entries(paths))
      for (const [method, one] of Object.entries(methods)) {
        if (one === undefined) continue
        const url = `${service.baseUrl}${path.replace('{post_id}', 'x')}`
        const call = (headers: Record<string, string>, body?: string) =>
          fetch(url, { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) })
        expect([one.operationId, (await call({})).status]).toEqual([one.operationId, 401])
        const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
        const answer = await call(headers, method === 'post' ? '{}' : undefined)
        expect(Object.keys(one.responses)).toContain(String(answer.status))
        const schema = one.requestBody?.content['application/json'].schema.$ref.split('/').at(-1)
        if (schema === undefined) continue
        const { error } = (await answer.json()) as { error: string }
        for (const field of components.schemas[schema]?.required ?? []) expect(error).toContain(field)
      }
  })

  it("2.2: gives the post's limits", async () => {
    const { components } = await read()
    expect(components.schemas['CreatePost']).toMatchObject({
      required: ['content', 'content_rating', 'rating_reasoning'],
      properties: { content: { maxLength: 500 }, content_rating: { enum: ['sfw', 'suggestive', 'nsfw'] } },
    })
  })
})
