import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** A program that was started for tests, with all that it starts itself. */
export interface BrowserProcess {
  /** What it writes to its file 2, its errors; null where `words` did not ask for a pipe. */
  readonly errors: Readable | null
  /** What it writes to its file 3; null where there is none. */
  readonly third: Readable | null
  /** Rejects once the program has ended, or if it does not start. */
  readonly failed: Promise<never>
  /** Ends the program and what it started. */
  readonly stop: () => Promise<void>
}

export interface ProcessOptions {
  /** For standard input, output, errors, and a file 3 if there is a fourth. */
  readonly stdio: readonly ('ignore' | 'pipe')[]
  readonly environment?: BrowserSystem['environment']
  /** Ends the program, as `stop` does. */
  readonly signal: AbortSignal
}

/**
 * Starts a program in a process group of its own: Ctrl-C in the terminal reaches only us, and we end the group, since a
 * WebDriver that is killed leaves its browser running.
 */
export const startProcess = (
  program: string,
  words: readonly string[],
  platform: BrowserSystem['platform'],
  { stdio, environment, signal }: ProcessOptions,
): BrowserProcess => {
  const child = spawn(program, words, {
    stdio: [...stdio],
    ...(environment === undefined ? {} : { env: { ...environment } }),
    detached: platform !== 'win32',
  })
  const end = (): void => endGroup(child, platform)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  signal.addEventListener('abort', end, { once: true })
  process.once('exit', end)
  const failed = ended.then((): never => {
    signal.removeEventListener('abort', end)
    process.off('exit', end)
    signal.throwIfAborted()
    throw new Error(`${program} ended before its tests did.`)
  })
  // Callers that still wait receive the error.
  failed.catch(() => undefined)
  if (signal.aborted) end()
  return {
    errors: child.stderr,
    third: (child.stdio[3] ?? null) as Readable | null,
    failed,
    stop: async () => {
      end()
      await ended
    },
  }
}

/** Ends a process and what it started; on Windows, browsers end what they started themselves. */
const endGroup = (child: ChildProcess, platform: BrowserSystem['platform']): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (platform === 'win32') {
    child.kill('SIGKILL')
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // It has just ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The system that a browser runs on. */
export interface BrowserSystem {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
}
