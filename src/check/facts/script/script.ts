import { handlersThatParse, isPlainHandler } from './fast.js'
import type { ScriptInterest } from './interest.js'
import type { KnownScripts } from './known-scripts.js'
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
