import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../durable/folders.js'

interface Stoppable {
  readonly stop: () => Promise<void>
}

/**
 * Runs a server on a data folder. Without a named one it gets its own, which is removed when it stops or cannot start. A
 * second stop does nothing.
 * @param named the folder that is kept
 * @param begin starts the server on that folder, or on its own
 */
export const runOnData = async <Running extends Stoppable>(
  named: string | undefined,
  begin: (folder: string) => Promise<Running>,
): Promise<Running> => {
  const folder = named ?? (await mkdtemp(join(tmpdir(), 'miniapp-testing-')))
  const removeOwn = async (): Promise<void> => {
    if (named === undefined) await removeFolder(folder)
  }
  try {
    const running = await begin(folder)
    let stopped: Promise<void> | null = null
    return {
      ...running,
      stop: () => {
        stopped ??= running.stop().then(removeOwn)
        return stopped
      },
    }
  } catch (error) {
    await removeOwn()
    throw error
  }
}

/** A defect must fail the test process, as an error that nobody caught, and not hide in a log. */
export const throwLater = (error: unknown): void => {
  queueMicrotask(() => {
    throw error
  })
}
