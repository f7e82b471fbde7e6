import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/publish/sign-in/session.js'
import { builtModule } from '../support/processes/built-module.js'
import { BINARY, NODE, runMiniapp } from '../support/processes/command-line.js'
import { MOMENTS, rotatingService } from '../support/processes/rotating-service.js'
import { missing } from '../support/vitest/missing.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'
import { fileTokens, readProfileOnce } from './refresh-process.js'

/** Of the client in a process of its own. */
const CLIENT_KILLS = LONG ? 300 : 20
/** As many at a time, each with a service and a folder of its own. */
const LANES = 2
/** Of the command, each of which takes the better part of a second. */
const KILLS = 14

/** How long after an answer, in milliseconds: the client writes its file meanwhile, and so does the command. */
const CLIENT_DELAY_MS = 8
const MAX_DELAY_MS = 12

/** Where no process hears of a signal, each ends like this. */
const [isKilledOnly] = missing.signals

const killAgainAndAgain = async (program: string, kills: number): Promise<number> => {
  const service = await rotatingService()
  const folder = join(await temporaryFolder(), 'config')
  const tokens = fileTokens(folder)
  const stored = async () => (await tokens.read('default')).session
  const save = async (session: Session): Promise<void> =>
    tokens.exclusively(() => tokens.write('default', { session, pending: null }, true))
  let lost = 0
  for (let count = 0; count < kills; count++) {
    await save(service.session())
    const moment = MOMENTS[count % MOMENTS.length]
    const child = spawn(process.execPath, [program], {
      env: { REFRESH_PROCESS_FOLDER: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    let isReached = false
    service.during((now) => {
      if (now !== moment) return
      isReached = true
      setTimeout(() => child.kill('SIGKILL'), randomInt(CLIENT_DELAY_MS))
    })
    await new Promise((resolve) => child.once('close', resolve))
    service.during(() => {})
    expect([isReached, stderr]).toEqual([true, ''])
    const kept = await stored()
    if (kept?.refreshToken === service.tokens().refresh_token) {
      // The next reader refreshes with what was kept, and is not stopped by a lock of the dead.
      await save({ ...service.session(), ...kept, expiresAt: 1 })
      expect(await readProfileOnce(folder)).toBe(200)
      expect((await stored())?.refreshToken).toBe(service.tokens().refresh_token)
    } else {
      // Killed between the service's rotation and the file: no client can know the new token. Once the request
      // is sent, the file has it.
      expect(moment).not.toBe('request received')
      await expect(readProfileOnce(folder)).rejects.toMatchObject({ kind: 'sign-in' })
      expect(await stored()).toBeNull()
      service.signInAgain()
      lost += 1
    }
  }
  // What a kill left behind is swept.
  expect(await readdir(folder)).toEqual(['credentials.json'])
  return lost
}

describe('a refresh with rotation', () => {
  it(`API 5.6: survives ${CLIENT_KILLS} kills of the client: no torn file, no stuck lock, no stack trace`, async () => {
    const program = join(await temporaryFolder(), 'program.mjs')
    await writeFile(program, builtModule('test/acceptance/refresh-process.ts'))
    const lanes = Array.from({ length: LANES }, () => killAgainAndAgain(program, CLIENT_KILLS / LANES))
    // Some were killed at the worst moment: the old token was used up, and the new one was in their memory only.
    const lost = (await Promise.all(lanes)).reduce((sum, some) => sum + some, 0)
    expect(lost).toBeGreaterThan(0)
  }, 600_000)

  it('survives kills of the command: no torn file, no stuck lock, and an interruption loses no sign-in', async () => {
    const service = await rotatingService()
    const home = await temporaryFolder()
    const config = join(home, 'config')
    await mkdir(config, { mode: 0o700 })
    const file = join(config, 'credentials.json')
    const environment = { MINIAPP_CONFIG_DIR: config, MINIAPP_KEYRING: '0' }
    const stored = async () => JSON.parse(await readFile(file, 'utf8')).profiles.default?.session ?? null
    const write = async (value: object): Promise<void> => {
      const profiles = { default: { session: value, pending: null, keyStore: null, fileOnly: true } }
      await writeFile(file, JSON.stringify({ schema: 1, profiles }), { mode: 0o600 })
    }
    await write(service.session())
    for (let count = 0; count < KILLS; count++) {
      const moment = MOMENTS[count % MOMENTS.length] ?? 'discovery'
      const signal = isKilledOnly || count % 2 === 0 ? 'SIGKILL' : 'SIGINT'
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
      await write(service.session())
    }
    // What a kill left behind is swept.
    expect((await readdir(config)).sort()).toEqual(['credentials.json'])
  }, 120_000)
})
