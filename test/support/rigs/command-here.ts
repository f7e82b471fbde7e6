import type { Run } from '../processes/command-line.js'
// Loaded before the first test, whose time they would take.
import '../../../src/cli/init/adopt/run-adopt.js'
import '../../../src/cli/init/run.js'
import '../../../src/cli/init/shim/run-shim.js'
import { commandRig } from './command-rig.js'

/**
 * Runs the command line in this process, in a few milliseconds where a process of its own takes a second: for tests of what
 * a command does, in files where another test runs the built one.
 */
export const runHere = async (
  words: readonly string[],
  options: {
    readonly cwd: string
    readonly input?: string
    readonly environment?: Readonly<Record<string, string>>
  },
): Promise<Run> => {
  const { run } = await commandRig()
  const { cwd, environment } = options
  return run(words, {
    ...options,
    environment: { PATH: process.env['PATH'] ?? '', HOME: cwd, CI: 'true', ...environment },
  })
}
