import type { ShellMessage } from './messages.js'

/** A text of more characters is large. Most requests are shorter, and gain nothing from another way of sending them. */
export const LARGE = 64 * 1_024

/**
 * The text of a message on the WebSocket, in parts to be put together. The large text of a request follows it after a line
 * break, as it is: inside, it would be escaped and parsed twice, and a picture has megabytes.
 */
export const writeShellMessage = (message: ShellMessage): readonly [string, ...string[]] => {
  const field = largeField(message)
  if (message.type !== 'request' || field === null) return [JSON.stringify(message)]
  return [JSON.stringify({ ...message, [field]: '', after: field }), '\n', message[field] ?? '']
}

/** The field of a request that has its large text; null where there is none. */
const largeField = (message: ShellMessage): LargeField | null => {
  if (message.type !== 'request') return null
  if (message.image !== undefined) return 'image'
  return (message.json?.length ?? 0) > LARGE ? 'json' : null
}

type LargeField = 'json' | 'image'

/**
 * Reads such a text, without checking what it says.
 * @param head the text up to its first line break, which JSON does not have
 * @param rest what follows it; called only if the message says that there is something
 * @throws {SyntaxError} if it is not JSON
 */
export const parseShellMessage = (head: string, rest: () => string): unknown => {
  const message: unknown = JSON.parse(head)
  if (typeof message !== 'object' || message === null || !('after' in message)) return message
  const { after, ...fields } = message
  return after === 'json' || after === 'image' ? { ...fields, [after]: rest() } : fields
}
