import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BINARY, NODE, runMiniapp } from '../support/processes/command-line.js'
import { MOMENTS, rotatingService } from '../support/processes/rotating-service.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** Each takes the better part of a second; the client by itself is killed hundreds of times in `test/publish`. */
const KILLS = 14

/** How long after an answer, in milliseconds: the client writes its file meanwhile. */
const MAX_DELAY_MS = 12

/** Where no process hears of a signal, each ends like this. */
const [isKilledOnly] = missing.signals

describe('a refresh with rotation', () => {
  it('survives kills: no torn file, no stuck lock, and an interruption loses no sign-in', async () => {
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
