import { json, rudeServer } from '../fakes/rude-server.js'

/** What a service has just seen or sent, in the order of one refresh and the request after it. */
export const MOMENTS = [
  'discovery',
  'refresh received',
  'refresh half answered',
  'refresh answered',
  'request received',
] as const
export type Moment = (typeof MOMENTS)[number]

/** A service that rotates refresh tokens and revokes all of them if an old one is used (RFC 9700, 4.14.2). */
export const rotatingService = async () => {
  let issued = 0
  let isRevoked = false
  let onMoment: (moment: Moment) => void = () => {}
  const tokens = () => ({
    access_token: `access-${issued}-token`,
    refresh_token: `refresh-${issued}-token`,
    token_type: 'Bearer',
    expires_in: 3_600,
    scope: 'read:feed',
  })
  const { baseUrl } = await rudeServer((request, response, issuer) => {
    if (request.url === '/.well-known/oauth-authorization-server') {
      json(response, 200, { issuer, token_endpoint: `${issuer}/oauth/token` })
      onMoment('discovery')
      return
    }
    if (request.url !== '/oauth/token') {
      json(response, 200, { result: 'label\n{}' })
      onMoment('request received')
      return
    }
    if (new URLSearchParams(request.text).get('refresh_token') !== tokens().refresh_token) isRevoked = true
    if (isRevoked) {
      json(response, 400, { error: 'invalid_grant' })
      return
    }
    issued += 1
    onMoment('refresh received')
    const answer = JSON.stringify(tokens())
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(answer.length) })
    response.write(answer.slice(0, 20))
    // In parts of their own, so that the client may be killed between them.
    setImmediate(() => {
      onMoment('refresh half answered')
      response.end(answer.slice(20))
      onMoment('refresh answered')
    })
  })
  return {
    baseUrl,
    tokens,
    /** The sign-in that the service knows now, with an access token that wants a refresh first. */
    session: () => ({
      baseUrl,
      clientId: 'app',
      accessToken: tokens().access_token,
      refreshToken: tokens().refresh_token,
      scopes: ['read:feed'],
      signedInAt: 0,
      expiresAt: 1,
    }),
    signInAgain: () => {
      isRevoked = false
      issued += 1
    },
    during: (listener: (moment: Moment) => void) => {
      onMoment = listener
    },
  }
}
