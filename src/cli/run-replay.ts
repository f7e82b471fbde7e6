import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { cannot } from '../failure.js'
import type { LogEntry } from '../host/log/call-log.js'
import type { Difference, Replayed } from '../host/replay/replayed.js'
import { parseLog, replayLog } from '../simulator/server/replay-log.js'
import { jsonDocument, jsonLine } from '../terminal/json-text.js'
import { safeText } from '../terminal/safe-text.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES } from './exit-codes.js'

/** Replays a log and reports the first difference. */
export const runReplay = async (
  log: string,
  path: string | null,
  { format, output }: { readonly format: 'text' | 'json'; readonly output?: string },
  context: CommandContext,
): Promise<void> => {
  const { cwd, out } = context
  const again: LogEntry[] = []
  const name = log === '-' ? 'stdin' : log
  const file = resolve(cwd, log)
  const read = log === '-' ? readAll(context.stdin) : readFile(file, 'utf8').catch(cannot('read', file))
  const entries = parseLog(await read, name)
  const replayed = await replayLog(entries, { cwd, path, onEntry: (entry) => again.push(entry) })
  if (output !== undefined) {
    const to = resolve(cwd, output)
    await writeFile(to, again.map(jsonLine).join('')).catch(cannot('write', to))
  }
  if (replayed.difference !== null) context.setExitCode(EXIT_CODES.no)
  out(
    format === 'json'
      ? jsonDocument({ schema: 1, ok: replayed.difference === null, ...replayed })
      : describeReplay(name, replayed, context),
  )
}

const describeReplay = (name: string, replayed: Replayed, { outStyles: styles }: CommandContext): string => {
  const { alike, difference, stopped } = replayed
  const compared = `${alike.toLocaleString('en')} ${alike === 1 ? 'answer or event' : 'answers and events'}`
  const lines = [
    difference === null
      ? `${styles.bold(safeText(name))}: ${alike === 0 ? 'no answers or events to compare' : `${compared}, all identical`}.`
      : `${styles.bold(safeText(name))}: ${compared} identical, then a difference.`,
  ]
  if (difference !== null) lines.push('', ...describeDifference(difference))
  if (stopped !== null) lines.push('', `Stopped: ${safeText(stopped.message)}`)
  return `${lines.join('\n')}\n`
}

const describeDifference = ({
  seq,
  at,
  seat,
  message,
  recorded,
  replayed,
}: Difference): readonly string[] => [
  `Entry ${seq}, ${at}, seat ${seat}: ${safeText(message)}`,
  ...(recorded === undefined ? [] : [`  in the log  ${safeText(JSON.stringify(recorded))}`]),
  ...(replayed === undefined ? [] : [`  replayed    ${safeText(JSON.stringify(replayed))}`]),
]
