import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { json, rudeServer } from '../../support/fakes/rude-server.js'

/**
 * A service written from the publishing API document, and from nothing of this project: every method, path,
 * header, field and limit is a literal from the document. It refuses what the document does not describe, and
 * remembers why.
 */
export interface StrictService {
  readonly baseUrl: string
  /** What clients did that the document does not describe; empty for a correct client. */
  readonly breaches: string[]
  /** The accepted requests, with the parts that carry meaning. */
  readonly accepted: { readonly operation: string; readonly query: string; readonly body: unknown }[]
  /** What the user decides about a device code, or in the browser. */
  readonly approve: () => void
  /** Where an authorization request leads the browser (5.3). */
  readonly authorize: (url: string) => string
  /** Makes the current access token expire. */
  readonly expire: () => void
  readonly tokens: () => { readonly access: string; readonly refresh: string }
}

export const CLIENT_ID = 'strict-client'
/** An opaque media reference (2.3) that shows any change that a client makes to it. */
export const REFERENCE = ' ref://ä "quoted"\\ %20+?&=/1;2\u200b\u202e\u0007!'.trim()
const SCOPES = ['read:feed', 'read:notifications', 'read:chat', 'write:post', 'write:media']
const MB = 1024 * 1024

type Fields = Readonly<Record<string, unknown>>

export const strictService = async (): Promise<StrictService> => {
  const breaches: string[] = []
  const accepted: StrictService['accepted'] = []
  let serial = 1
  let isExpired = false
  let isApproved = false
  let challenge: string | null = null
  let code: string | null = null
  let redirectUri = ''
  const tokens = () => ({ access: `access_${serial}_token`, refresh: `refresh_${serial}_token` })

  /** Notes a breach unless something holds. */
  const must = (holds: boolean, what: string): boolean => {
    if (!holds) breaches.push(what)
    return holds
  }

  const tokenAnswer = () => {
    serial += 1
    isExpired = false
    return {
      access_token: tokens().access,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: tokens().refresh,
      scope: SCOPES.join(' '),
    }
  }

  const formOf = (headers: IncomingHttpHeaders, text: string, names: readonly string[]): URLSearchParams => {
    const type = headers['content-type'] ?? ''
    must(/^application\/x-www-form-urlencoded(?:;charset=utf-8)?$/i.test(type), `form as ${type}`)
    const form = new URLSearchParams(text)
    must(
      [...form.keys()].sort().join() === [...names].sort().join(),
      `form fields ${[...form.keys()].join()}`,
    )
    must(form.get('client_id') === CLIENT_ID, `client_id ${form.get('client_id')}`)
    return form
  }

  const token = (headers: IncomingHttpHeaders, text: string): [number, object] => {
    must(headers.authorization === undefined, 'a token request with a secret (5.1)')
    switch (new URLSearchParams(text).get('grant_type')) {
      case 'authorization_code': {
        const form = formOf(headers, text, [
          'grant_type',
          'code',
          'redirect_uri',
          'client_id',
          'code_verifier',
        ])
        const verifier = form.get('code_verifier') ?? ''
        must(/^[A-Za-z0-9._~-]{43,128}$/.test(verifier), `code_verifier ${verifier}`)
        const isRight =
          must(form.get('code') === code && code !== null, 'another code') &&
          must(form.get('redirect_uri') === redirectUri, 'another redirect_uri (5.1)') &&
          must(createHash('sha256').update(verifier).digest('base64url') === challenge, 'another verifier')
        code = null
        return isRight ? [200, tokenAnswer()] : [400, { error: 'invalid_grant' }]
      }
      case 'urn:ietf:params:oauth:grant-type:device_code': {
        const form = formOf(headers, text, ['grant_type', 'device_code', 'client_id'])
        must(form.get('device_code') === 'device_1', 'another device_code')
        return isApproved ? [200, tokenAnswer()] : [400, { error: 'authorization_pending' }]
      }
      case 'refresh_token': {
        const form = formOf(headers, text, ['grant_type', 'refresh_token', 'client_id'])
        return must(form.get('refresh_token') === tokens().refresh, 'a refresh token used twice')
          ? [200, tokenAnswer()]
          : [400, { error: 'invalid_grant' }]
      }
      default:
        breaches.push(`grant ${text}`)
        return [400, { error: 'unsupported_grant_type' }]
    }
  }

  const { baseUrl } = await rudeServer((request, response, issuer) => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const { method = '', headers, text } = request
    const parameters = new URLSearchParams(query)
    if (method === 'GET' && path === '/.well-known/oauth-authorization-server') {
      must(headers.authorization === undefined, 'discovery with a token')
      json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      })
      return
    }
    if (method === 'POST' && path === '/oauth/token') {
      json(response, ...token(headers, text))
      return
    }
    if (method === 'POST' && path === '/oauth/device_authorization') {
      const form = formOf(headers, text, ['client_id', 'scope'])
      for (const scope of (form.get('scope') ?? '').split(' ')) must(SCOPES.includes(scope), `scope ${scope}`)
      json(response, 200, {
        device_code: 'device_1',
        user_code: 'ABCD-EFGH',
        verification_uri: `${issuer}/device`,
        expires_in: 600,
      })
      return
    }
    if (headers.authorization === undefined) {
      breaches.push(`${method} ${path} without a token (7)`)
      json(response, 401, { error: 'Not authenticated.' })
      return
    }
    if (headers.authorization !== `Bearer ${tokens().access}` || isExpired) {
      json(response, 403, { error: 'This app may not do that.' })
      return
    }
    const operation = operationOf(method, path)
    if (operation === null) {
      breaches.push(`${method} ${path} is not in the document (4)`)
      json(response, 404, { error: 'Not found.' })
      return
    }
    const names = operation === 'getChat' ? ['conversation_id'] : operation === 'getUpdates' ? ['limit'] : []
    for (const name of parameters.keys()) must(names.includes(name), `${operation} with ?${name}`)
    if (method === 'GET') {
      must(text === '' && headers['content-type'] === undefined, `${operation} with a body`)
      const limit = parameters.get('limit')
      if (limit !== null) must(/^(?:[1-9]|[1-4]\d|50)$/.test(limit), `limit ${limit}`)
      accepted.push({ operation, query, body: null })
      json(response, 200, { result: `Untrusted content (${operation}).\n{"posts":[],"has_more":false}` })
      return
    }
    const body = readBody(headers, text, must)
    const refusal = refusalOf(operation, body, must)
    if (refusal !== null) {
      json(response, 400, { error: refusal })
      return
    }
    accepted.push({ operation, query, body })
    json(response, 200, {
      result: operation === 'uploadMedia' ? `The file is there.\nUse this:\n${REFERENCE}` : 'Done.',
    })
  })

  return {
    baseUrl,
    breaches,
    accepted,
    approve: () => {
      isApproved = true
    },
    authorize: (url) => {
      const { pathname, searchParams } = new URL(url)
      const names = ['client_id', 'code_challenge', 'code_challenge_method', 'redirect_uri']
      must(pathname === '/oauth/authorize', `authorization at ${pathname}`)
      must(
        [...searchParams.keys()].sort().join() === [...names, 'response_type', 'scope', 'state'].join(),
        `authorization with ${[...searchParams.keys()].join()}`,
      )
      must(searchParams.get('response_type') === 'code', 'response_type')
      must(searchParams.get('client_id') === CLIENT_ID, 'client_id')
      must(searchParams.get('code_challenge_method') === 'S256', 'code_challenge_method')
      must(/^[A-Za-z0-9_-]{43}$/.test(searchParams.get('code_challenge') ?? ''), 'code_challenge')
      must((searchParams.get('state') ?? '').length >= 16, 'a short state')
      redirectUri = searchParams.get('redirect_uri') ?? ''
      must(/^http:\/\/localhost[:/]/.test(redirectUri), `redirect_uri ${redirectUri} (5.1)`)
      challenge = searchParams.get('code_challenge')
      code = 'code_1'
      return `${redirectUri}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`
    },
    expire: () => {
      isExpired = true
    },
    tokens,
  }
}

/** 4: the operations. */
const operationOf = (method: string, path: string): string | null => {
  if (method === 'GET' && /^\/v1\/posts\/[^/]+$/.test(path)) return 'getPost'
  switch (`${method} ${path}`) {
    case 'GET /v1/chat':
      return 'getChat'
    case 'POST /v1/media':
      return 'uploadMedia'
    case 'GET /v1/notifications':
      return 'getNotifications'
    case 'POST /v1/posts':
      return 'createPost'
    case 'GET /v1/profile':
      return 'getProfile'
    case 'GET /v1/updates':
      return 'getUpdates'
    case 'POST /v1/stories':
      return 'uploadStory'
    default:
      return null
  }
}

type Must = (holds: boolean, what: string) => boolean

const readBody = (headers: IncomingHttpHeaders, text: string, must: Must): Fields => {
  const type = headers['content-type'] ?? ''
  must(/^application\/json(?:; ?charset=utf-8)?$/i.test(type), `a body as ${type}`)
  must(headers['content-length'] === String(Buffer.byteLength(text)), 'a wrong content-length')
  return JSON.parse(text) as Fields
}

/** 2.2 to 2.5: why a body is refused, or null. A client must not even send it. */
const refusalOf = (operation: string, body: Fields, must: Must): string | null => {
  const fields = FIELDS[operation] ?? { required: [], optional: [] }
  for (const name of fields.required) if (!must(typeof body[name] === 'string', `no ${name}`)) return name
  for (const name of Object.keys(body))
    must([...fields.required, ...fields.optional].includes(name), `${operation} with ${name}`)
  const text = (name: string): string => String(body[name] ?? '')
  const checks: readonly (readonly [boolean, string])[] =
    operation === 'createPost'
      ? [
          [[...text('content')].length <= 500, 'content is longer than 500 characters'],
          [!/(?:^|\s)#\w/.test(text('content')), 'content has a hashtag'],
          [['sfw', 'suggestive', 'nsfw'].includes(text('content_rating')), 'content_rating'],
          [isTexts(body['media_urls'] ?? []), 'media_urls'],
        ]
      : [
          [isBase64(text('data_base64')), 'data_base64'],
          [text('data_base64').length % 4 === 0, 'data_base64 without padding'],
          ...(operation === 'uploadStory' ? storyChecks(text) : []),
        ]
  const failed = checks.find(([holds]) => !holds)
  if (failed === undefined) return null
  must(false, failed[1])
  return failed[1]
}

/** Without one pattern for all of it: of a hundred megabytes, that may need more stack than there is. */
const isBase64 = (text: string): boolean => text !== '' && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''))

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const storyChecks = (text: (name: string) => string): readonly (readonly [boolean, string])[] => {
  const isVideo = ['video/mp4', 'video/quicktime'].includes(text('content_type'))
  const isPicture = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(text('content_type'))
  const bytes = Buffer.byteLength(text('data_base64'), 'base64')
  return [
    [isVideo || isPicture, `content_type ${text('content_type')}`],
    [text('content_rating') === 'sfw', 'content_rating of a story'],
    [bytes <= (isVideo ? 100 : 30) * MB, `a story of ${bytes} bytes`],
  ]
}

/** 2.2, 2.3, 2.4. */
const FIELDS: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>> = {
  createPost: { required: ['content', 'content_rating', 'rating_reasoning'], optional: ['media_urls'] },
  uploadMedia: { required: ['filename', 'data_base64'], optional: ['content_type'] },
  uploadStory: {
    required: ['filename', 'content_type', 'data_base64', 'content_rating', 'rating_reasoning'],
    optional: [],
  },
}
