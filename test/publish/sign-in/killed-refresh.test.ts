import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Session } from '../../../src/publish/sign-in/session.js'
import { builtModule } from '../../support/processes/built-module.js'
import { MOMENTS, rotatingService } from '../../support/processes/rotating-service.js'
import { LONG } from '../../support/vitest/runs.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'
import { fileTokens, readProfileOnce } from './refresh-process.js'

const KILLS = LONG || process.env['CI'] !== undefined ? 300 : 30
/** As many at a time, each with a service and a folder of its own. */
const LANES = 2

/** How long after an answer, in milliseconds: the client writes its file meanwhile. */
const MAX_DELAY_MS = 8

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
      setTimeout(() => child.kill('SIGKILL'), randomInt(MAX_DELAY_MS))
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

it(`API 5.6: a refresh with rotation survives ${KILLS} kills: no torn file, no stuck lock, no stack trace`, async () => {
  const program = join(await temporaryFolder(), 'program.mjs')
  await writeFile(program, builtModule('test/publish/sign-in/refresh-process.ts'))
  const lanes = Array.from({ length: LANES }, () => killAgainAndAgain(program, KILLS / LANES))
  // Some were killed at the worst moment: the old token was used up, and the new one was in their memory only.
  const lost = (await Promise.all(lanes)).reduce((sum, some) => sum + some, 0)
  expect(lost).toBeGreaterThan(0)
}, 600_000)
