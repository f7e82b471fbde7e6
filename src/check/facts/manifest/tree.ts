import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { LineIndex, type Place } from '../text/position.js'
import type { ManifestPath } from './path.js'

// A tree of a longer or deeper text costs more than its places are worth: no real manifest comes near.
const MAX_TREE_CHARACTERS = 1_048_576
const MAX_TREE_DEPTH = 200

/** The places of the parts of a JSON text. Of a duplicate key, the last one counts. */
export class ManifestTree {
  readonly #lines: LineIndex
  readonly #root: Node | undefined
  /** The fields of the objects that were looked into: one can have a hundred thousand. */
  readonly #fields = new Map<Node, ReadonlyMap<unknown, Node>>()

  constructor(text: string) {
    this.#lines = new LineIndex(text)
    this.#root = treeOf(text, [])
  }

  /** The place of a value, or of the nearest thing around it that is there. */
  placeOf(path: ManifestPath): Place | null {
    return this.#place(this.#nearest(path))
  }

  /** The place of a field's name. */
  placeOfKey(path: ManifestPath): Place | null {
    const name = path.at(-1)
    const parent = this.#nearest(path.slice(0, -1))
    const key = parent === undefined || typeof name !== 'string' ? undefined : this.#property(parent, name)
    return this.#place(key?.children?.[0] ?? this.#nearest(path))
  }

  /** The keys that an object has already. */
  duplicateKeys(): readonly (Place & { readonly path: ManifestPath })[] {
    const found: (Place & { path: ManifestPath })[] = []
    const visit = (node: Node, path: ManifestPath): void => {
      if (node.type === 'array')
        for (const [index, child] of (node.children ?? []).entries()) visit(child, [...path, index])
      if (node.type !== 'object') return
      const seen = new Set<string>()
      for (const { children = [] } of node.children ?? []) {
        const [key, value] = children
        if (key === undefined) continue
        const name = String(key.value)
        if (seen.has(name)) found.push({ ...this.#lines.place(key.offset), path: [...path, name] })
        seen.add(name)
        if (value !== undefined) visit(value, [...path, name])
      }
    }
    if (this.#root !== undefined) visit(this.#root, [])
    return found
  }

  #place(node: Node | undefined): Place | null {
    return node === undefined ? null : this.#lines.place(node.offset)
  }

  #property(node: Node, name: string): Node | undefined {
    if (node.type !== 'object') return undefined
    let fields = this.#fields.get(node)
    if (fields === undefined) {
      fields = new Map((node.children ?? []).map((field) => [field.children?.[0]?.value, field]))
      this.#fields.set(node, fields)
    }
    return fields.get(name)
  }

  #nearest(path: ManifestPath): Node | undefined {
    let node = this.#root
    for (const part of path) {
      if (node === undefined) return undefined
      const next: Node | undefined =
        typeof part === 'number'
          ? findNodeAtLocation(node, [part])
          : this.#property(node, part)?.children?.[1]
      if (next === undefined) return node
      node = next
    }
    return node
  }
}

/** The text's syntax tree; undefined where the text is hostile by size or depth. */
const treeOf = (text: string, errors: ParseError[]): Node | undefined =>
  text.length > MAX_TREE_CHARACTERS || depthOf(text) > MAX_TREE_DEPTH
    ? undefined
    : parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })

/** An upper bound of the nesting: brackets in texts are counted too. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (unit === 0x5d || unit === 0x7d) depth--
  }
  return deepest
}

const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'an unknown word',
  InvalidNumberFormat: 'a malformed number',
  PropertyNameExpected: 'a field name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is expected',
  CloseBracketExpected: 'a closing ] is expected',
  EndOfFileExpected: 'the end of the file is expected',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a string has no closing quote',
  UnexpectedEndOfNumber: 'a malformed number',
  InvalidUnicode: 'a malformed \\u escape',
  InvalidEscapeCharacter: 'an unknown escape',
  InvalidCharacter: 'a control character in a string',
}

/** Why and where a text is not JSON. @param error what JSON.parse threw */
export const syntaxErrorOf = (text: string, error: unknown): Place & { readonly reason: string } => {
  if (text.trim() === '') return { line: 1, column: 1, reason: 'the file is empty' }
  const lines = new LineIndex(text)
  const errors: ParseError[] = []
  treeOf(text, errors)
  const first = errors.toSorted((a, b) => a.offset - b.offset)[0]
  if (first === undefined) {
    // The tree's parser takes what JSON.parse does not, or the text is too large for a tree.
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return { ...lines.place(Number(position ?? 0)), reason: 'unexpected text' }
  }
  const before = text.slice(0, first.offset).trimEnd()
  if (before.endsWith(',') && /^\s*[\]}]/.test(text.slice(first.offset)))
    return { ...lines.place(before.length - 1), reason: 'JSON has no trailing comma' }
  return {
    ...lines.place(first.offset),
    reason: REASONS[printParseErrorCode(first.error)] ?? 'unexpected text',
  }
}
