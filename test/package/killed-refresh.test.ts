import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BINARY, NODE, runMiniapp } from '../support/command-line.js'
import { json, rudeServer } from '../support/rude-server.js'
import { LONG } from '../support/runs.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** When the process is killed: by what the service has just seen or sent. */
const MOMENTS = [
  'discovery',
  'refresh received',
  'refresh half answered',
  'refresh answered',
  'request received',
] as const
type Moment = (typeof MOMENTS)[number]

/** Each takes the better part of a second. */
const KILLS = LONG ? 300 : 14

/** How long after an answer, in milliseconds: the client writes its file meanwhile. */
const MAX_DELAY_MS = 12

/** A service that rotates refresh tokens and revokes all of them if an old one is used (RFC 9700, 4.14.2). */
const rotatingService = async () => {
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
    signInAgain: () => {
      isRevoked = false
      issued += 1
    },
    during: (listener: (moment: Moment) => void) => {
      onMoment = listener
    },
  }
}

describe('a refresh with rotation', () => {
  it('survives kills: no torn file, no stuck lock, and an interruption loses no sign-in', async () => {
    const service = await rotatingService()
    const home = await temporaryFolder()
    const config = join(home, 'config')
    await mkdir(config, { mode: 0o700 })
    const file = join(config, 'credentials.json')
    const environment = { MINIAPP_CONFIG_DIR: config, MINIAPP_KEYRING: '0' }
    const stored = async () => JSON.parse(await readFile(file, 'utf8')).profiles.default?.session ?? null
    const session = () => ({
      baseUrl: service.baseUrl,
      clientId: 'app',
      accessToken: service.tokens().access_token,
      refreshToken: service.tokens().refresh_token,
      scopes: ['read:feed'],
      signedInAt: 0,
      // Every command refreshes first.
      expiresAt: 1,
    })
    const write = async (value: object): Promise<void> => {
      const profiles = { default: { session: value, pending: null, keyStore: null, fileOnly: true } }
      await writeFile(file, JSON.stringify({ schema: 1, profiles }), { mode: 0o600 })
    }
    await write(session())
    for (let count = 0; count < KILLS; count++) {
      const moment = MOMENTS[count % MOMENTS.length] ?? 'discovery'
      const signal = count % 2 === 0 ? 'SIGKILL' : 'SIGINT'
      const child = spawn(NODE, [BINARY, 'profile'], {
        cwd: home,
        env: { PATH: process.env['PATH'] ?? '', HOME: home, USERPROFILE: home, ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text
      })
      service.during((now) => {
        if (now === moment) setTimeout(() => child.kill(signal), randomInt(MAX_DELAY_MS))
      })
      await new Promise((resolve) => child.once('close', resolve))
      service.during(() => {})
      expect(stderr).not.toMatch(/\n {4}at /)
      const kept = await stored()
      if (signal === 'SIGINT')
        expect(kept, `${moment}: the newest token is kept`).toMatchObject({
          refreshToken: service.tokens().refresh_token,
        })
      // The next command goes on where this one ended, without waiting for a lock of the dead.
      if (kept !== null) await write({ ...kept, expiresAt: 1 })
      const next = await runMiniapp(['profile'], { cwd: home, environment })
      const isCurrent = kept?.refreshToken !== undefined && next.code === 0
      if (!isCurrent) {
        // Killed between the service's rotation and the file: no client can know the new token. Once the
        // request is sent, the file has it.
        expect(moment).not.toBe('request received')
        expect([signal, next.code, next.stderr]).toEqual([
          'SIGKILL',
          3,
          expect.stringContaining('has ended: the app was disconnected.'),
        ])
        service.signInAgain()
      }
      await write(session())
    }
    // What a kill left behind is swept.
    expect((await readdir(config)).sort()).toEqual(['credentials.json'])
  }, 1_200_000)
})
