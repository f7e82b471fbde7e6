import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockWithOwner } from '../../src/durable/owned-lock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** So that no lock goes stale while a test runs: a lock that is taken over was not waited for. */
const HOUR_MS = 3_600_000
const AT_ONCE = { staleMs: HOUR_MS, waitMs: 0, onLost: () => {} }

/** The number of a process that has ended. */
const deadProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '0'])
  await new Promise((resolve) => child.once('close', resolve))
  return child.pid ?? 0
}

const taken = async (path: string) => {
  const lock = await lockWithOwner(path, AT_ONCE)
  if (lock.outcome === 'held') throw new Error(`Process ${lock.process} has the lock.`)
  return lock
}

/** The lock and its owner's file as a killed process leaves them. */
const leaveBehind = async (path: string, pid: number, host = hostname()): Promise<void> => {
  const lock = await taken(path)
  const text = await readFile(`${path}.owner`, 'utf8')
  const [, , namespace] = JSON.parse(text)
  await lock.release()
  await mkdir(`${path}.lock`)
  await writeFile(`${path}.owner`, JSON.stringify([pid, host, namespace]))
}

describe('a lock that says who has it', () => {
  it('is one at a time, and leaves nothing behind when given back', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    const lock = await taken(path)
    expect(await lockWithOwner(path, AT_ONCE)).toEqual({ outcome: 'held', process: process.pid })
    await lock.release()
    const again = await taken(path)
    await again.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over at once from a process that was killed, by one alone', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    await leaveBehind(path, await deadProcess())
    const locks = await Promise.all(Array.from({ length: 8 }, () => lockWithOwner(path, AT_ONCE)))
    const releases = locks.flatMap((lock) => (lock.outcome === 'taken' ? [lock.release] : []))
    expect(releases).toHaveLength(1)
    await releases[0]?.()
    expect(await readdir(folder)).toEqual([])
  })

  it.each([
    ['this very process', process.pid, hostname()],
    ['another machine, whose processes are not known here', 2 ** 22 - 1, 'elsewhere'],
  ])('is not taken from %s', async (_name, pid, host) => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    await leaveBehind(path, pid, host)
    expect(await lockWithOwner(path, AT_ONCE)).toEqual({ outcome: 'held', process: pid })
    expect((await readdir(folder)).sort()).toEqual(['data.lock', 'data.owner'])
  })
})
