import type { Failure } from '../failure.js'
import type { CommandContext } from './context.js'

/** These print one JSON object per line, each an event; a failure is not one of their events. */
const EVENT_COMMANDS: readonly string[] = ['dev', 'service']

/**
 * Whether the command line asks for one JSON document on stdout. Read from the words themselves: it also
 * counts where the rest of them cannot be parsed.
 * @param words without the program name
 */
export const wantsJsonDocument = (
  words: readonly string[],
  environment: CommandContext['environment'],
): boolean => {
  const end = words.indexOf('--')
  const own = end === -1 ? words : words.slice(0, end)
  if (EVENT_COMMANDS.includes(own.find((word) => !word.startsWith('-')) ?? '')) return false
  let format = environment['MINIAPP_FORMAT']
  for (const [index, word] of own.entries()) {
    if (word === '--format') format = own[index + 1]
    else if (word.startsWith('--format=')) format = word.slice('--format='.length)
  }
  return format === 'json'
}

/** A failure as `--format json` shows it. */
export const failureValue = ({ kind, message, status }: Pick<Failure, 'kind' | 'message' | 'status'>) => ({
  ok: false,
  error: { kind, message, status },
})
