import { handlersThatParse, isPlainHandler } from './fast.js'
import type { ScriptInterest } from './interest.js'
import type { ScriptPart } from './part.js'
import { type ParsedScript, parseScript } from './read.js'

/** Parses the scripts of a file. What has nothing to tell is left out: an event handler that uses no name of interest. */
export const parseScripts = (
  parts: readonly ScriptPart[],
  interest: ScriptInterest,
): readonly ParsedScript[] => {
  const plain = new Set<string>()
  for (const { kind, text } of parts)
    if (kind === 'handler' && !plain.has(text) && !interest.mayUse(text) && isPlainHandler(text))
      plain.add(text)
  const silent = plain.size < FEW ? NOTHING : handlersThatParse(plain)
  // A page that is made of a list has one handler many times.
  const handlers = new Map<string, ParsedScript | null>()
  return parts.flatMap((part) => {
    if (part.kind !== 'handler') return parseScript(part, interest) ?? []
    if (silent.has(part.text)) return []
    const known = handlers.get(part.text)
    if (known !== undefined) return known === null ? [] : { ...known, part }
    const parsed = parseScript(part, interest)
    handlers.set(part.text, parsed)
    return parsed ?? []
  })
}

/** So few are parsed one by one as fast. */
const FEW = 3
const NOTHING: ReadonlySet<string> = new Set()
