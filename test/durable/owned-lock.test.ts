import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockWithOwner } from '../../src/durable/owned-lock.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** Prevents stale locks during a test: a lock that is taken over was not waited for. */
const HOUR_MS = 3_600_000
const AT_ONCE = { staleMs: HOUR_MS, waitMs: 0, onLost: () => {} }

/** The ID of a process that has ended. */
const deadProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '0'])
  await new Promise((resolve) => child.once('close', resolve))
  return child.pid ?? 0
}

/** The ID of a process that has ended and whose parent never collects its status, so that it stays listed. */
const zombie = async (): Promise<number> => {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => {
    parent.kill('SIGKILL')
  })
  const [line] = await once(createInterface(parent.stdout), 'line')
  const pid = Number(line)
  // A shell collects its children's status; a program that replaces the shell does not.
  await statusBecomes(parent.pid, /\(sleep\)/)
  process.kill(pid, 'SIGKILL')
  await statusBecomes(pid, /\) Z /)
  return pid
}

const statusBecomes = async (pid: number | undefined, pattern: RegExp): Promise<void> => {
  while (!pattern.test(await readFile(`/proc/${pid}/stat`, 'utf8'))) await new Promise(setImmediate)
}

const taken = async (path: string) => {
  const lock = await lockWithOwner(path, AT_ONCE)
  if (lock.outcome === 'held') throw new Error(`Process ${lock.process} has the lock.`)
  return lock
}

/** The lock and its owner's file as a killed process leaves them. */
const leaveBehind = async (
  path: string,
  pid: number,
  host = hostname(),
  ...word: readonly string[]
): Promise<void> => {
  const lock = await taken(path)
  const text = await readFile(`${path}.owner`, 'utf8')
  const [, , namespace] = JSON.parse(text)
  await lock.release()
  await mkdir(`${path}.lock`)
  await writeFile(`${path}.owner`, JSON.stringify([pid, host, namespace, ...word]))
}

/** The reported owner of a lock that this process has. */
const HELD = { outcome: 'held', process: process.pid, elsewhere: null, word: null }

describe('a lock that records its owner', () => {
  it('has one owner at a time, and leaves no files when released', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    const lock = await taken(path)
    expect(await lockWithOwner(path, AT_ONCE)).toEqual(HELD)
    await lock.release()
    const again = await taken(path)
    await again.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over immediately from a killed process, by only one process', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    await leaveBehind(path, await deadProcess())
    const locks = await Promise.all(Array.from({ length: 8 }, () => lockWithOwner(path, AT_ONCE)))
    const releases = locks.flatMap((lock) => (lock.outcome === 'taken' ? [lock.release] : []))
    expect(releases).toHaveLength(1)
    await releases[0]?.()
    expect(await readdir(folder)).toEqual([])
  })

  it('gives other processes the message that its owner left', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    const lock = await taken(path)
    await writeFile(`${path}.owner.1234567890123`, 'torn')
    await lock.leaveWord('http://localhost:4848/')
    expect((await readdir(folder)).sort()).toEqual(['data.lock', 'data.owner'])
    expect(await lockWithOwner(path, AT_ONCE)).toEqual({ ...HELD, word: 'http://localhost:4848/' })
    await lock.leaveWord('http://localhost:4850/')
    expect(await lockWithOwner(path, AT_ONCE)).toEqual({ ...HELD, word: 'http://localhost:4850/' })
    // Even if it is released before the message is written.
    const late = lock.leaveWord('late')
    await lock.release()
    await late
    await lock.leaveWord('after')
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over from a killed process, whose message is discarded', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    await leaveBehind(path, await deadProcess(), hostname(), 'http://localhost:4848/')
    const lock = await taken(path)
    expect(await lockWithOwner(path, AT_ONCE)).toEqual(HELD)
    await lock.release()
  })

  it('is taken over immediately from a zombie process, as in containers', async ({ skip }) => {
    skip(...missing.proc)
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    await leaveBehind(path, await zombie())
    const lock = await taken(path)
    await lock.release()
  })

  it('leaves no message once another process took it', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    let tellLost = (): void => {}
    const lost = new Promise<void>((resolve) => {
      tellLost = resolve
    })
    // A lock that goes stale in two seconds is checked every half second.
    const lock = await lockWithOwner(path, { staleMs: 2_000, waitMs: 0, onLost: tellLost })
    if (lock.outcome === 'held') throw new Error('The lock is held.')
    await rmdir(`${path}.lock`)
    await lost
    await writeFile(`${path}.owner`, 'of another')
    await lock.leaveWord('http://localhost:4848/')
    expect(await readFile(`${path}.owner`, 'utf8')).toBe('of another')
  })

  it.each([
    ['this very process', process.pid, hostname()],
    ['another machine, whose processes are not known here', 2 ** 22 - 1, 'elsewhere'],
  ])('is not taken from %s', async (_name, pid, host) => {
    const folder = await temporaryFolder()
    const path = join(folder, 'data')
    await leaveBehind(path, pid, host)
    const elsewhere = host === hostname() ? null : host
    expect(await lockWithOwner(path, AT_ONCE)).toEqual({ ...HELD, process: pid, elsewhere })
    expect((await readdir(folder)).sort()).toEqual(['data.lock', 'data.owner'])
  })
})
