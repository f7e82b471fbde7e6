import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { shellCommand } from '../../terminal/shell.js'
import type { CommandContext } from '../context.js'

/**
 * Runs a command of the system's shell, and shows on stderr what it prints.
 * @returns the exit code; null after a signal
 */
export const runCommand = (
  command: string,
  cwd: string,
  environment: CommandContext['environment'],
  { note, interrupted }: CommandContext,
): Promise<number | null> =>
  new Promise((settle, reject) => {
    const { program, words, shell } = shellCommand(command, undefined)
    const child = spawn(program, [...words], {
      cwd,
      env: { ...environment },
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: interrupted,
    })
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => note(line))
    child.once('error', (error) => (interrupted.aborted ? settle(null) : reject(error)))
    child.once('close', settle)
  })
