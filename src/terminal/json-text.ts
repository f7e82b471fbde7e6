import { isUnsafe, mayBeUnsafe } from './safe-text.js'

/**
 * JSON text with all terminal control characters escaped: it may contain untrusted text and may be printed on
 * a terminal. The values are unchanged. Such characters can only occur in strings, apart from white space
 * between values.
 */
export const safeJson = (json: string): string => {
  if (!mayBeUnsafe(json)) return json
  let safe = ''
  for (const character of json)
    safe += isUnsafe(character.codePointAt(0) ?? 0) && character !== '\r' ? escaped(character) : character
  return safe
}

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** A value as one JSON document with its line end. */
export const jsonDocument = (value: unknown): string => `${safeJson(JSON.stringify(value, null, 2))}\n`

/** A value as one line of JSON. */
export const jsonLine = (value: unknown): string => `${safeJson(JSON.stringify(value))}\n`
