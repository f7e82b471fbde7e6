import { setImmediate as nextTurn } from 'node:timers/promises'
import { locateBundle } from '../../bundle/locate.js'
import { openLocated } from '../../bundle/open.js'
import { type Failure, usageFailure } from '../../failure.js'
import type { HostedApp } from '../../host/hosted-app.js'
import type { LogEntry } from '../../host/log/call-log.js'
import { replay } from '../../host/replay/replay.js'
import { UnreplayableError } from '../../host/replay/replay-world.js'
import type { Replayed } from '../../host/replay/replayed.js'
import { isJsonObject } from '../../platform/text.js'
import { readManifestFacts } from './app/manifest-facts.js'

export interface ReplayLogOptions {
  /** The folder that relative paths start from. */
  readonly cwd: string
  /** An app whose manifest replaces the one in the log; null uses that of the log. */
  readonly path: string | null
  /** Gets the log of the new host. */
  readonly onEntry?: (entry: LogEntry) => void
}

/**
 * Replays an exported log on a new host in memory, and returns the first difference.
 * @throws {Failure} if the log cannot be replayed, or there is no app at the path
 */
export const replayLog = async (
  entries: readonly LogEntry[],
  { cwd, path, onEntry = () => {} }: ReplayLogOptions,
): Promise<Replayed> => {
  const app = path === null ? null : await appAt(path, cwd)
  try {
    const world = { turn: () => nextTurn(), ...(app === null ? {} : { app }) }
    return await replay(entries, world, onEntry)
  } catch (error) {
    if (error instanceof UnreplayableError) throw usageFailure(error.message, undefined, error)
    throw error
  }
}

/**
 * Reads an exported log: one JSON object per line, or one JSON array.
 * @param name the log's name in messages
 * @throws {Failure} `usage` if it is not a log
 */
export const parseLog = (text: string, name: string): readonly LogEntry[] => {
  const trimmed = text.trim()
  const values = trimmed.startsWith('[')
    ? parse(trimmed, name, 1)
    : trimmed.split('\n').map((line, index) => parse(line, name, index + 1))
  if (!Array.isArray(values)) throw notALog(name, 1)
  // The first line of `dev --format json` is not a log entry.
  const entries: unknown[] = values.filter(
    (value) => !(isJsonObject(value) && 'event' in value && !('seq' in value)),
  )
  const wrong = entries.findIndex(
    (entry) => !isJsonObject(entry) || typeof entry['seq'] !== 'number' || typeof entry['kind'] !== 'string',
  )
  if (wrong !== -1 || entries.length === 0) throw notALog(name, wrong + 1)
  // Actions are validated when they are replayed.
  return entries as LogEntry[]
}

const parse = (text: string, name: string, line: number): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw notALog(name, line)
  }
}

const notALog = (name: string, line: number): Failure =>
  usageFailure(
    `${name} is not an exported log: see line ${line}.`,
    'Export one from the Calls panel, or from control/calls.',
  )

const appAt = async (path: string, cwd: string): Promise<HostedApp> => {
  const bundle = await openLocated(await locateBundle(path, cwd), cwd)
  try {
    const facts = readManifestFacts(await bundle.read('manifest.json'))
    if (facts === null) throw usageFailure(`The manifest of ${path} is not a JSON object.`)
    return facts.app
  } finally {
    await bundle.close()
  }
}
