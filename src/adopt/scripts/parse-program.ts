import { type AstNode, asNode, memberName, stringOf } from '../../check/facts/script/node.js'
import { NestedTooDeeply, parseBounded } from '../../check/facts/script/parser.js'
import { MAX_PARSED_CHARACTERS } from '../../check/facts/script/part.js'
import { ScriptValues } from '../../check/facts/script/values.js'
import { walk } from '../../check/facts/script/walk.js'
import { modelOf } from '../../check/facts/script/walk-script.js'

/** How a script is read: a handler may return. */
export type ScriptKind = 'script' | 'module' | 'handler'

/** Whether a script's file holds JSON, which a page fetches: it is data, by any name. */
export const isJsonText = (text: string): boolean => {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text.replace(/^\ufeff/, ''))
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** How a script's file is read, by its extension. */
export const kindOfFile = (path: string): ScriptKind => (path.endsWith('.mjs') ? 'module' : 'script')

/** The text that a field of a node holds; null where that is not one text. */
export const textIn = (field: unknown): string | null => stringOf(asNode(field) ?? undefined)

/** The last name of what is called: `load` of `this.game.load`. */
export const lastName = (callee: AstNode | null): string | null => {
  if (callee?.type === 'Identifier') return String(callee['name'])
  return callee?.type === 'MemberExpression' ? memberName(callee) : null
}

/** What is first found in a syntax tree; null for nothing. */
export const firstIn = <Found>(
  program: AstNode,
  find: (node: AstNode, ancestors: readonly AstNode[]) => Found | null,
): Found | null => {
  let found: Found | null = null
  walk(program, (node, ancestors) => {
    found ??= find(node, ancestors)
  })
  return found
}

/** A script's syntax tree; null for what does not parse, or is too long or too deep for it. */
export const parseProgram = (script: string, kind: ScriptKind): AstNode | null => {
  if (script.length > MAX_PARSED_CHARACTERS) return null
  return parsed[kind].of(script, () => parsedAs(script, kind))
}

/** What a script's expressions may come to. */
export const valuesOfProgram = (program: AstNode, kind: ScriptKind): ScriptValues => {
  const known = values.get(program)
  if (known !== undefined) return known
  const made = new ScriptValues(modelOf(program), kind === 'module')
  values.set(program, made)
  return made
}

/** The trees of the scripts that were read last: each step of a conversion reads the same ones. */
class RecentTrees {
  /** By text, the latest at the end. */
  readonly #trees = new Map<string, AstNode | null>()
  #characters = 0

  of(script: string, parse: () => AstNode | null): AstNode | null {
    const known = this.#trees.get(script)
    const tree = known === undefined ? parse() : known
    if (this.#trees.delete(script)) this.#characters -= script.length
    this.#trees.set(script, tree)
    this.#characters += script.length
    for (const [text] of this.#trees) {
      if (this.#characters <= MAX_KEPT_CHARACTERS) break
      this.#trees.delete(text)
      this.#characters -= text.length
    }
    return tree
  }
}

/** A tree takes up to a hundred times the memory of its text. */
const MAX_KEPT_CHARACTERS = 3_000_000

const parsed: Readonly<Record<ScriptKind, RecentTrees>> = {
  script: new RecentTrees(),
  module: new RecentTrees(),
  handler: new RecentTrees(),
}

const values = new WeakMap<AstNode, ScriptValues>()

const parsedAs = (script: string, kind: ScriptKind): AstNode | null => {
  const looksLikeModule = kind === 'module' || /\b(?:import|export)\b/.test(script)
  const types =
    kind === 'module'
      ? (['module'] as const)
      : looksLikeModule
        ? (['module', 'script'] as const)
        : (['script'] as const)
  for (const sourceType of types) {
    try {
      const { program } = parseBounded(script, {
        ecmaVersion: 'latest',
        sourceType,
        allowReturnOutsideFunction: kind === 'handler',
      })
      return program as unknown as AstNode
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof NestedTooDeeply)) throw error
    }
  }
  return null
}
