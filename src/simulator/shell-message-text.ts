import type { ShellMessage } from './messages.js'

/** A text of more characters is large. Most requests are shorter, and gain nothing from another way of sending them. */
export const LARGE = 64 * 1_024

/**
 * The text of a message on the WebSocket. The JSON of a large request follows it after a line break, as it is: inside, it
 * would be escaped and parsed twice, and a picture has megabytes.
 */
export const writeShellMessage = (message: ShellMessage): string =>
  message.type === 'request' && message.json !== null && message.json.length > LARGE
    ? `${JSON.stringify({ ...message, json: '' })}\n${message.json}`
    : JSON.stringify(message)

/**
 * Reads such a text, without checking what it says.
 * @throws {SyntaxError} if it is not JSON
 */
export const parseShellMessage = (text: string): unknown => {
  // JSON has no line break of its own.
  const end = text.indexOf('\n')
  if (end === -1) return JSON.parse(text)
  const message: unknown = JSON.parse(text.slice(0, end))
  return typeof message === 'object' ? { ...message, json: text.slice(end + 1) } : message
}
