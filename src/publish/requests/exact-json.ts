/**
 * Lossless JSON. `JSON.parse` rounds integers beyond 2^53, such as IDs: a rounded ID names another post, or
 * none.
 */

/**
 * @returns the value, with integers that would be rounded as strings of their digits
 * @throws {SyntaxError}
 */
export const parseExactly = (json: string): unknown => {
  const value: unknown = JSON.parse(json)
  if (!LONG_NUMBER.test(json)) return value
  let exact = ''
  for (const token of tokens(json))
    exact += /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token
  return JSON.parse(exact)
}

/** The number of digits of the first integer that a double cannot represent. */
const LONG_NUMBER = /\d{16}/

const INDENT = '  '

/**
 * The same JSON, with every token unchanged and one value per line.
 * @param json must be valid
 */
export const indentJson = (json: string): string => {
  let text = ''
  let depth = 0
  let last = ''
  for (const token of tokens(json)) {
    const closes = token === '}' || token === ']'
    if (closes) depth -= 1
    const isEmpty = closes && (last === '{' || last === '[')
    if (!isEmpty && (closes || last === '{' || last === '[' || last === ','))
      text += `\n${INDENT.repeat(Math.min(depth, MAX_INDENTED_DEPTH))}`
    text += token === ':' ? ': ' : token
    if (token === '{' || token === '[') depth += 1
    last = token
  }
  return text
}

/**
 * The same JSON with each text changed, names of fields included; every other token is unchanged.
 * @param json must be valid
 */
export const mapTexts = (json: string, change: (text: string) => string): string => {
  let mapped = ''
  for (const token of tokens(json)) {
    if (!token.startsWith('"')) {
      mapped += token
      continue
    }
    const text = String(JSON.parse(token))
    const changed = change(text)
    mapped += changed === text ? token : JSON.stringify(changed)
  }
  return mapped
}

/**
 * Deeper nesting is not indented further: the output of a hostile answer would grow with the square of its
 * depth.
 */
const MAX_INDENTED_DEPTH = 100

/** The tokens of valid JSON: brackets, commas, colons, strings, numbers and names. */
export function* tokens(json: string): Iterable<string> {
  const other = /[^\s{}[\],:"]+|[{}[\],:"]/g
  for (let match = other.exec(json); match !== null; match = other.exec(json)) {
    if (match[0] !== '"') {
      yield match[0]
      continue
    }
    const end = endOfString(json, match.index + 1)
    yield json.slice(match.index, end)
    other.lastIndex = end
  }
}

/**
 * The position after the quotation mark that ends a string: the first with an even number of backslashes
 * before it.
 */
const endOfString = (json: string, start: number): number => {
  for (let at = json.indexOf('"', start); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0
    while (json[at - 1 - backslashes] === '\\' && at - 1 - backslashes >= start) backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
  return json.length
}
