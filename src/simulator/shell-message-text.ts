import type { RequestImage, ShellMessage } from './shell-messages.js'

/** A text of more characters is large. Most requests are shorter, and gain nothing from another way of sending them. */
export const LARGE = 64 * 1_024

/** A message on the WebSocket, in parts to be put together. */
export type MessageParts = readonly [
  head: string,
  ...rest: [] | [lineBreak: string, large: string | RequestImage['bytes']],
]

/**
 * A message as it is sent. What is large in a request follows the rest after a line break, as it is: inside, it would be
 * escaped and parsed twice, and a picture has megabytes.
 */
export const writeShellMessage = (message: ShellMessage): MessageParts => {
  if (message.type !== 'request') return [JSON.stringify(message)]
  const { json, image, ...others } = message
  if (image !== undefined)
    return [
      JSON.stringify({ ...others, json, image: { type: image.type }, after: 'image' }),
      '\n',
      image.bytes,
    ]
  if (json !== null && json.length > LARGE) return [JSON.stringify({ ...others, after: 'json' }), '\n', json]
  return [JSON.stringify(message)]
}
