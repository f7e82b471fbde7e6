import { isUtf8 } from 'node:buffer'

/**
 * Reads a message of a shell, without checking what it says: see `writeShellMessage`.
 * @throws {SyntaxError} if it is not JSON in UTF-8
 */
export const parseShellMessage = (data: Buffer): unknown => {
  // JSON has no line break of its own.
  const end = data.indexOf('\n')
  const message: unknown = JSON.parse(textOf(end === -1 ? data : data.subarray(0, end)))
  if (typeof message !== 'object' || message === null || !('after' in message)) return message
  const { after, ...others } = message
  const rest = end === -1 ? data.subarray(data.length) : data.subarray(end + 1)
  if (after === 'json') return { ...others, json: textOf(rest) }
  return 'image' in others && typeof others.image === 'object'
    ? { ...others, image: { ...others.image, bytes: rest } }
    : others
}

const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new SyntaxError('The text is not UTF-8.')
  return bytes.toString()
}
