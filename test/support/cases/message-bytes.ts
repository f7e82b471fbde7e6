import type { MessageParts } from '../../../src/simulator/shell-message-text.js'

/** A message of the shell as it is sent: its parts together. */
export const bytesOf = (parts: MessageParts): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
