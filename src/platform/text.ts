/** How the platform counts, splits and formats text (readings, "Units and text"). */

/** The number of bytes of a text in UTF-8. A lone surrogate counts as U+FFFD, three bytes. */
export const utf8Bytes = (text: string): number => {
  // A shared picture is megabytes of ASCII, in which a search takes a quarter of the time of the loop.
  if (!NOT_ASCII.test(text)) return text.length
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 4
      i++
    } else bytes += 3
  }
  return bytes
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const NOT_ASCII = /[^\u0000-\u007f]/

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** The number of Unicode code points of a text, as lengths in the manifest and in posts are counted. */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A line break (readings: CR, LF, U+2028 and U+2029; CR with LF is one). */
export const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/u

/** A text with a capital at its start. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A name after its article: `a Vite`, `an Angular`. */
export const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`

/** A whole number with commas between thousands. (JavaScript's own formatter takes 10 ms to load.) */
export const formatNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** `a, b or c`. */
export const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object as JSON has it: neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as the text of a JSON file that people read. */
export const jsonFileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A field of a value; undefined unless it is an object with that field. */
export const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as JsonObject)[name]
    : undefined

/** The value of a JSON text; undefined if it is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A path of a URL as its file is called; as it is where a stray % is part of its name. */
export const decodedPath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** What an error says; a text for anything else that was thrown. */
export const wordsOfError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** What an error says and where it comes from, for those who look for a defect. */
export const traceOfError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** Whether a text is a language tag (BCP 47), such as `pt-BR`. A browser without a language may call it `C`. */
export const isLanguageTag = (text: string): boolean => {
  try {
    new Intl.Locale(text)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a text is base64 (RFC 4648, section 4). Of a hundred megabytes, one pattern for all of it takes five times as long, and
 * may need more stack than there is.
 */
export const isBase64 = (text: string): boolean => {
  const digits = text.slice(0, text.length - paddingOf(text))
  return text.length % 4 === 0 && !NOT_A_DIGIT.test(digits) && !digits.includes('_')
}

/** `\w` has the digits of base64, and `_`. */
const NOT_A_DIGIT = /[^\w+/]/

/** How many `=` a base64 text ends with. */
export const paddingOf = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)

/** The Latin letters and digits of a text, in lower case, with `-` between its words; empty where it has none. */
export const latinWords = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The last part of an app's address, `{site_url}/apps/<slug>` (4.4), from its name. */
export const slugOf = (name: string): string => latinWords(name) || 'app'
