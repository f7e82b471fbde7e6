import { parseSync } from 'oxc-parser'
import { type ScriptUse, usesIn } from './script-uses.js'
import type { ScriptPart } from './text-parts.js'

/** A node of a script's syntax tree (ESTree); what is read from it is tested first. */
export interface AstNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** A script, parsed. */
export interface ParsedScript {
  readonly part: ScriptPart
  /** Why and where it does not parse; null where it does. */
  readonly failure: { readonly reason: string; readonly offset: number } | null
  /** The uses of names that some rule asks about; empty where the script does not parse. */
  readonly uses: readonly ScriptUse[]
}

/**
 * The words that rules about uses look for. A script without any of them is parsed for its syntax alone: handing
 * its tree over would cost more than all the rest.
 */
const ASKED =
  /localStorage|sessionStorage|indexedDB|\bcaches\b|\bcookie\b|\balert\b|\bconfirm\b|\bprompt\b|\bprint\b|\bopen\b|Worker|\bfetch\b|\bimport\b|\bsrc\b|sendBeacon|EventSource|WebSocket|importScripts|Fullscreen|PointerLock|clipboard|geolocation|getUserMedia|getDisplayMedia|wakeLock|Notification|drawImage|texImage2D|texSubImage2D|createPattern|['"]file['"]|FilePicker|\bService\b/

// The tree of a longer script would not fit into the memory that a check may take.
const MAX_PARSED_CHARACTERS = 8_388_608

/** Parses a script; null for what is no script, or too long for it. Never throws for bad text. */
export const parseScript = (part: ScriptPart): ParsedScript | null => {
  const { text, kind } = part
  if (kind === 'other' || kind === 'data' || text.length > MAX_PARSED_CHARACTERS) return null
  // A handler is the body of a function.
  const prefix = kind === 'handler' ? '(function(event){' : ''
  const source = kind === 'handler' ? `${prefix}${text}\n})` : text
  const result = parseSync('script.js', source, {
    lang: 'js',
    sourceType: SOURCE_TYPES[kind],
    preserveParens: false,
  })
  const [error] = result.errors
  if (error !== undefined) {
    const offset = Math.max(0, (error.labels[0]?.start ?? 0) - prefix.length)
    return { part, failure: { reason: error.message, offset }, uses: [] }
  }
  if (!ASKED.test(text)) return { part, failure: null, uses: [] }
  const uses = usesIn(result.program as unknown as AstNode)
  return {
    part,
    failure: null,
    uses:
      prefix === '' ? uses : uses.map((use) => ({ ...use, offset: Math.max(0, use.offset - prefix.length) })),
  }
}

const SOURCE_TYPES = {
  classic: 'script',
  handler: 'script',
  module: 'module',
  either: 'unambiguous',
} as const
