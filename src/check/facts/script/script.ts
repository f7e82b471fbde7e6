import type { ScriptInterest } from './interest.js'
import type { KnownScripts } from './known-scripts.js'
import { NestedTooDeeply, parseBounded } from './parser.js'
import type { ScriptPart } from './part.js'
import { type ParsedScript, parseScript } from './read.js'
import type { Outside } from './value.js'

/**
 * Parses the scripts of a file. What has nothing to tell is left out: an event handler that uses no name of interest.
 * @param known what was parsed before with the same interest
 * @param outside what the other scripts of the bundle say; without it, they are not looked at
 */
export const parseScripts = (
  parts: readonly ScriptPart[],
  interest: ScriptInterest,
  known: KnownScripts | null = null,
  outside?: Outside,
): readonly ParsedScript[] => {
  const parse = (part: ScriptPart) => parseScript(part, interest, outside)
  const plain = new Set<string>()
  for (const { kind, text } of parts)
    if (kind === 'handler' && !plain.has(text) && !interest.mayUse(text) && isPlainHandler(text))
      plain.add(text)
  const silent = plain.size < FEW ? NOTHING : handlersThatParse(plain)
  // A page that is made of a list has one handler many times.
  const handlers = new Map<string, ParsedScript | null>()
  return parts.flatMap((part) => {
    if (part.kind !== 'handler') return (known === null ? parse(part) : known.parsed(part, parse)) ?? []
    if (silent.has(part.text)) return []
    const same = handlers.get(part.text)
    if (same !== undefined) return same === null ? [] : { ...same, part }
    const parsed = parse(part)
    handlers.set(part.text, parsed)
    return parsed ?? []
  })
}

/** So few are parsed one by one as fast. */
const FEW = 3
const NOTHING: ReadonlySet<string> = new Set()

/**
 * Texts of event handlers that parse, found many at a time: a parser of its own for each is most of the time that a
 * page with thousands of them takes.
 * @param texts each of them plain, none twice
 */
const handlersThatParse = (texts: Iterable<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  let together: string[] = []
  let length = 0
  const parseTogether = (): void => {
    // One that does not parse spoils its neighbours: they are parsed one by one, as if nothing had been tried.
    if (parses(together)) for (const text of together) found.add(text)
    together = []
    length = 0
  }
  for (const text of texts) {
    if (SIMPLE_CALL.test(text)) {
      found.add(text)
      continue
    }
    together.push(text)
    length += text.length
    if (length > PARSED_TOGETHER) parseTogether()
  }
  parseTogether()
  return found
}

/** In UTF-16 units. */
const PARSED_TOGETHER = 8_192

/**
 * Whether a text means the same beside others: no brace, template, comment, regular expression or escape with which it
 * could end its function or reach into the next, and strings that end where they begin. Long ones are not looked
 * through, since the pattern takes memory for the way back.
 */
const isPlainHandler = (text: string): boolean =>
  text.length <= LONGEST_PLAIN && PLAIN.test(text) && !text.includes('<!--') && !text.includes('-->')

const LONGEST_PLAIN = 1_000

const PLAIN = /^(?:[\w$.,;:+*%&|!?=<>\s()[\]-]|'[^'\\\n\r\u2028\u2029]*'|"[^"\\\n\r\u2028\u2029]*")*$/

// Words that name nothing, or mean something else before a parenthesis.
const RESERVED =
  'break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with'
const ARGUMENT = String.raw`(?:-?\d+|this|event|true|false|null|'[^'\\\n\r]*'|"[^"\\\n\r]*")`

/** What nearly every handler is: `play(3)`, `game.move('left', this);` */
const SIMPLE_CALL = new RegExp(
  String.raw`^\s*(?!(?:${RESERVED})\b)[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)*\((?: ?${ARGUMENT} ?(?:, ?${ARGUMENT} ?)*)?\) ?;?\s*$`,
)

const parses = (texts: readonly string[]): boolean => {
  try {
    parseBounded(texts.map((text) => `(function(event){${text}\n});`).join('\n'), {
      ecmaVersion: 'latest',
      sourceType: 'script',
    })
    return true
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof NestedTooDeeply) return false
    throw error
  }
}
