import { existsSync, statSync, writeFileSync } from 'node:fs'
import { appendFile, mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { renamePatiently } from '../../src/durable/rename.js'
import { type AfterMs, watchFiles } from '../../src/watching/watch-files.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** Longer than the watcher waits before it tells. */
const MOMENT_MS = 100

/**
 * Waits as the watcher does, and then until what had come by that time is handled: on a busy machine this process may
 * stand still for longer than the wait, and two steps of one save would be two calls.
 */
const afterMsAndAllThatCame: AfterMs = (milliseconds, fire) => {
  const cancelling = new AbortController()
  const wait = async (): Promise<void> => {
    await delay(milliseconds)
    // What the watcher asks the file system is answered before these are.
    for (let turn = 0; turn < 20 && !cancelling.signal.aborted; turn++) await stat('.')
    if (!cancelling.signal.aborted) fire()
  }
  void wait()
  return () => cancelling.abort()
}

describe('watchFiles', () => {
  /** Watches, and gives a promise for each next call. */
  const watching = async (path: string, kind: 'folder' | 'zip') => {
    let call: () => void = () => {}
    let calls = 0
    const onChange = (): void => {
      calls += 1
      call()
    }
    const watcher = watchFiles(path, kind, onChange, undefined, afterMsAndAllThatCame)
    onTestFinished(() => watcher.close())
    await watcher.ready
    return {
      calls: () => calls,
      after: async (act: () => Promise<void>): Promise<void> => {
        const called = new Promise<void>((resolve) => {
          call = resolve
        })
        await act()
        await called
      },
    }
  }

  it('calls once for a save, plain or by a temporary file that is renamed over the old one', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'game.js')
    await writeFile(file, '1')
    const watched = await watching(folder, 'folder')
    await watched.after(() => writeFile(file, '2'))
    await watched.after(async () => {
      await writeFile(join(folder, 'game.js.tmp'), '3')
      await renamePatiently(join(folder, 'game.js.tmp'), file)
    })
    expect(watched.calls()).toBe(2)
    await watched.after(() => rm(file))
    await watched.after(() => writeFile(join(folder, 'new.js'), 'x'))
  })

  it.each([
    ['emptied', (file: string) => writeFile(file, '')],
    ['taken away', (file: string) => rm(file)],
  ])('gives a file that is %s time to come back, even if other files are saved', async (_, unwrite) => {
    const folder = await temporaryFolder()
    const file = join(folder, 'game.js')
    await writeFile(file, '1')
    const isWhole = (): boolean => existsSync(file) && statSync(file).size > 0
    const calls: boolean[] = []
    let held = (_over: () => void): void => {}
    const nextHeld = (): Promise<() => void> =>
      new Promise((resolve) => {
        held = resolve
      })
    const watcher = watchFiles(
      folder,
      'folder',
      () => calls.push(isWhole()),
      undefined,
      (milliseconds, fire) => {
        // The longer wait ends when the test says so.
        const timer = milliseconds > 25 ? null : setImmediate(fire)
        if (timer === null) held(fire)
        return () => clearImmediate(timer ?? undefined)
      },
    )
    onTestFinished(() => watcher.close())
    await watcher.ready
    const first = nextHeld()
    await unwrite(file)
    await first
    const second = nextHeld()
    await writeFile(join(folder, 'other.js'), 'x')
    const over = await second
    expect(calls).toEqual([])
    await writeFile(file, 'whole')
    over()
    expect(calls.at(-1)).toBe(true)
    expect(calls).not.toContain(false)
  })

  it('reports a save that follows immediately after a reported one', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'game.js')
    await writeFile(file, '1')
    let calls = 0
    const second = new Promise<void>((resolve) => {
      const onChange = (): void => {
        calls += 1
        if (calls === 1) writeFileSync(file, 'saved again')
        else resolve()
      }
      const watcher = watchFiles(folder, 'folder', onChange, undefined, (milliseconds, fire) => {
        // The first call comes before chokidar would report another change of the same file.
        const timer = setTimeout(fire, calls === 0 ? 0 : milliseconds)
        return () => clearTimeout(timer)
      })
      onTestFinished(() => watcher.close())
      void watcher.ready.then(() => appendFile(file, '2'))
    })
    await second
  })

  it('leaves the data of the tool itself alone', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'game.js'), '1')
    await mkdir(join(folder, '.miniapp'))
    const watched = await watching(folder, 'folder')
    await writeFile(join(folder, '.miniapp', 'x.json'), '1')
    await watched.after(() => writeFile(join(folder, 'game.js'), '2'))
    expect(watched.calls()).toBe(1)
  })

  it('reports what was written between the reading and the watching, and nothing older', async () => {
    const read = Date.now()
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'js'))
    const file = join(folder, 'js', 'game.js')
    await writeFile(file, '1')
    await utimes(file, read / 1_000 - 5, read / 1_000 - 5)
    // The watcher reports what it finds a moment later, and it found everything before it was ready.
    const told = (): Promise<boolean> =>
      new Promise((resolve) => {
        const watcher = watchFiles(folder, 'folder', () => resolve(true), read)
        onTestFinished(() => watcher.close())
        void watcher.ready.then(() => setTimeout(() => resolve(false), MOMENT_MS))
      })
    expect(await told()).toBe(false)
    await utimes(file, read / 1_000 + 5, read / 1_000 + 5)
    expect(await told()).toBe(true)
  })

  it('sees a zip that is rewritten, and nothing else in its folder', async () => {
    const folder = await temporaryFolder()
    const zip = join(folder, 'app.zip')
    await writeFile(zip, '1')
    const watched = await watching(zip, 'zip')
    await writeFile(join(folder, 'other.zip'), 'x')
    await watched.after(async () => {
      await writeFile(join(folder, 'app.zip.tmp'), '2')
      await renamePatiently(join(folder, 'app.zip.tmp'), zip)
    })
    expect(watched.calls()).toBe(1)
  })
})
