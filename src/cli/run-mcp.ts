import { availableParallelism } from 'node:os'
import { requiredBrowser, thisMachine } from '../browser/installed-browser.js'
import { findBundle } from '../bundle/locate.js'
import { Failure } from '../failure.js'
import { AppSession } from '../mcp/app-session.js'
import { serveMcp } from '../mcp/serve.js'
import { traceOfError, wordsOfError } from '../platform/text.js'
import type { InstalledBrowser } from '../playtest/drivers/start.js'
import { ControlError, startSimulator } from '../testing/index.js'
import { allowedRules } from './allowed-rules.js'
import type { CommandContext } from './context.js'
import { readReference } from './docs/read-reference.js'

/**
 * Serves one app to a client of the Model Context Protocol.
 * @throws {Failure} `usage` if the path does not exist, or cannot be read
 */
export const runMcp = async (path: string, context: CommandContext): Promise<void> => {
  const { cwd, note, environment, interrupted: signal } = context
  // A path that does not exist is told now, and not by every tool.
  await findBundle(path, cwd)
  const system = thisMachine(environment)
  const browser = (): InstalledBrowser => ({
    engine: 'chromium',
    executable: requiredBrowser(system, 'chromium'),
  })
  const session = new AppSession({ path, cwd, browser, system, startSimulator, signal })
  await serveMcp({
    session,
    path,
    cwd,
    browser,
    system,
    jobs: Math.max(1, Math.floor(availableParallelism() / 2)),
    readReference,
    allowed: async () => allowedRules(undefined, await findBundle(path, cwd), cwd),
    signal,
    failed: (error) => {
      if (error instanceof Failure) return [error.message, error.remedy ?? ''].join(' ').trim()
      if (error instanceof ControlError) return error.message
      // A bug: the client gets the message, and stderr the stack.
      note(traceOfError(error))
      return wordsOfError(error)
    },
  })
}
