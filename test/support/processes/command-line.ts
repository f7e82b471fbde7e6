import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The binary that `bin` in package.json names. */
export const BINARY = fileURLToPath(new URL('../../../bin/miniapp.js', import.meta.url))

/** The Node.js that runs the command line: CI names each supported one in turn. */
export const NODE = process.env['MINIAPP_TEST_NODE'] ?? process.execPath

/** What a process exits with that was sent SIGINT. Windows ends it without asking it, so that it has no exit code. */
export const INTERRUPTED = process.platform === 'win32' ? null : 130

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs the built command line to its end, without a terminal, in an environment that the person's own settings
 * do not reach.
 */
export const runMiniapp = (
  words: readonly string[],
  options: {
    readonly cwd: string
    readonly input?: string
    readonly environment?: Readonly<Record<string, string>>
    /** Another binary than the one that this checkout has built. */
    readonly binary?: string
  },
): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = spawn(NODE, [options.binary ?? BINARY, ...words], {
      cwd: options.cwd,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: options.cwd,
        USERPROFILE: options.cwd,
        CI: 'true',
        // Playing takes a browser and half a minute.
        MINIAPP_NO_TEST: '1',
        ...options.environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
    // A command that reads no input may have ended by now, which its exit code tells.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
  })
