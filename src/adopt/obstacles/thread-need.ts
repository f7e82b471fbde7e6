import { type AstNode, asNode, nodesOf, propertyName } from '../../check/facts/script/node.js'
import { LineIndex } from '../../check/facts/text/position.js'
import { extensionOf } from '../../platform/file-types.js'
import type { Recognized } from '../engines/engine.js'
import { firstIn, kindOfFile, lastName, parseProgram } from '../scripts/parse-program.js'
import type { AdoptedFile } from '../selection.js'
import { utf8Text } from '../text-of.js'
import { needsSharedMemory } from './shared-memory.js'

/** Where a game says that it needs threads. */
export interface ThreadNeed {
  readonly file: string
  readonly line: number | null
}

/**
 * Where a game shows that it needs threads or a `SharedArrayBuffer`, which no page without an origin gets: its export says
 * so, its WebAssembly has shared memory, or a script makes such a buffer without asking whether there is one.
 * @param entry the entry page's path
 */
export const threadNeed = (
  files: readonly AdoptedFile[],
  entry: string,
  engine: Recognized | null,
): ThreadNeed | null => {
  if (engine?.threads === true) return { file: entry, line: null }
  if (engine?.threads === false) return null
  const modules = files.filter(({ path }) => extensionOf(path) === 'wasm')
  const shared = modules.filter(({ bytes }) => needsSharedMemory(bytes))
  // A game that has both kinds takes the one that works.
  const [first] = shared
  if (first !== undefined && shared.length === modules.length) return { file: first.path, line: null }
  for (const { path, bytes } of files) {
    const extension = extensionOf(path)
    if (extension !== 'js' && extension !== 'mjs') continue
    const script = utf8Text(bytes)
    if (!MAY_SHARE.test(script) || ASKS.test(script)) continue
    const program = parseProgram(script, kindOfFile(path))
    const offset = program === null ? null : sharedAt(program)
    if (offset !== null) return { file: path, line: new LineIndex(script).place(offset).line }
  }
  return null
}

const MAY_SHARE = /\bnew\s+(?:\w+\s*\.\s*)?SharedArrayBuffer\b|\bshared\b["']?\s*:\s*(?:true|!0)/

/** Asking first whether there is one, be it for the buffer or for the headers that it needs. */
const ASKS =
  /typeof\s+(?:\w+\s*\.\s*)?SharedArrayBuffer\b|["']SharedArrayBuffer["']\s+in\b|!\s*(?:window|self|globalThis)\s*\.\s*SharedArrayBuffer\b|\bcrossOriginIsolated\b|(?:window|self|globalThis)\s*\.\s*SharedArrayBuffer\s*(?:\?|&&|\|\|)/

/** Where a script makes shared memory and nothing catches what that throws; null where it does not. */
const sharedAt = (program: AstNode): number | null =>
  firstIn(program, (node, ancestors) => {
    if (node.type !== 'NewExpression' || ancestors.some(({ type }) => type === 'TryStatement')) return null
    const name = lastName(asNode(node['callee']))
    const shares = name === 'SharedArrayBuffer' || (name === 'Memory' && isShared(node['arguments']))
    return shares ? node.start : null
  })

const isShared = (values: unknown): boolean =>
  nodesOf(nodesOf(values)[0]?.['properties']).some((property) => {
    if (property.type !== 'Property' || propertyName(property) !== 'shared') return false
    const value = asNode(property['value'])
    return value?.['value'] === true || value?.type === 'UnaryExpression'
  })
