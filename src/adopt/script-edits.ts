import { type Options, parse } from 'acorn'
import type { Addresses, NewAddress, Standing } from './addresses.js'
import type { Edit } from './edits.js'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** How a script is read: a handler may return. */
export type ScriptKind = 'script' | 'module' | 'handler'

/**
 * The texts of a script that are addresses and have to change: whole ones, and beginnings that name a folder. A script
 * that does not parse stays as it is; `check` tells of it.
 * @param page where addresses are resolved that a page uses: against the entry page, wherever the script stands
 * @param own where a module's imports are resolved: against the script itself
 */
export const scriptEdits = (
  script: string,
  kind: ScriptKind,
  page: Standing,
  own: Standing,
  addresses: Addresses,
): readonly Edit[] => {
  const program = parsed(script, kind)
  if (program === null) return []
  const specifiers = new Set<unknown>()
  const edits: Edit[] = []
  const replace = (start: number, end: number, value: string, mended: NewAddress | null): void => {
    // What is written with escapes stays.
    if (mended === null || script.slice(start, end) !== value) return
    const change = { kind: 'address', from: value, to: mended.url, why: mended.why } as const
    edits.push({ start, end, text: mended.url, change })
  }
  const waiting: unknown[] = [program]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      for (const one of next) if (one !== null) waiting.push(one)
      continue
    }
    if (!isNode(next)) continue
    if (IMPORTING.has(next.type)) specifiers.add(next['source'])
    const value = next['value']
    if (next.type === 'Literal' && typeof value === 'string')
      replace(
        next.start + 1,
        next.end - 1,
        value,
        specifiers.has(next) ? addresses.mendKnown(value, own, 'import') : addresses.mendText(value, page),
      )
    if (next.type === 'TemplateLiteral') {
      const parts = Array.isArray(next['quasis']) ? next['quasis'].filter(isNode) : []
      const [first] = parts
      const text = first === undefined ? '' : script.slice(first.start, first.end)
      if (first !== undefined)
        replace(
          first.start,
          first.end,
          text,
          parts.length === 1 ? addresses.mendText(text, page) : addresses.mendStart(text, page),
        )
    }
    // A tag reads its template's text in a way of its own.
    if (next.type === 'TaggedTemplateExpression') continue
    for (const key in next) if (typeof next[key] === 'object' && next[key] !== null) waiting.push(next[key])
  }
  return edits
}

const IMPORTING: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const parsed = (script: string, kind: ScriptKind): Node | null => {
  const looksLikeModule = kind === 'module' || /\b(?:import|export)\b/.test(script)
  const types: readonly NonNullable<Options['sourceType']>[] =
    kind === 'module' ? ['module'] : looksLikeModule ? ['module', 'script'] : ['script']
  for (const sourceType of types) {
    try {
      const program: unknown = parse(script, {
        ecmaVersion: 'latest',
        sourceType,
        allowReturnOutsideFunction: kind === 'handler',
      })
      if (isNode(program)) return program
    } catch (error) {
      // Too deep for the parser's own stack, or no script.
      if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error
    }
  }
  return null
}
