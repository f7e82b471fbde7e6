import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { BINARY } from './command-line.js'

interface ReadyEvent {
  readonly event: 'ready'
  readonly url: string
  readonly control: string
  readonly token: string
}

export interface DevProcess {
  readonly child: ChildProcess
  readonly ready: ReadyEvent
  /** The lines of stdout after `ready`, as they come. */
  readonly lines: string[]
  readonly stderr: () => string
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  control(path: string, init?: RequestInit): Promise<Response>
}

/** Starts the built `miniapp dev --format json --port 0 --no-open`; it is stopped when the test ends. */
export const startDev = async (path: string, flags: readonly string[] = []): Promise<DevProcess> => {
  const child = spawn(
    process.execPath,
    [BINARY, 'dev', path, '--format', 'json', '--port', '0', '--no-open', ...flags],
    {
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), USERPROFILE: tmpdir(), CI: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  let stdout = ''
  let stderr = ''
  const lines: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ready = await new Promise<ReadyEvent>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const parts = stdout.split('\n')
      stdout = parts.pop() ?? ''
      lines.push(...parts)
      if (lines[0] !== undefined) resolve(JSON.parse(lines[0]) as ReadyEvent)
    })
    child.once('exit', (code) => reject(new Error(`dev ended with ${code}: ${stderr}`)))
  })
  return {
    child,
    ready,
    lines,
    stderr: () => stderr,
    ended,
    control: (path, init) =>
      fetch(`${ready.control}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
      }),
  }
}
