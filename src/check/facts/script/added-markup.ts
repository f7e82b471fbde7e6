import { type AstNode, asNode } from './node.js'
import { partsOfTemplate } from './operators.js'
import { sourceOf } from './sources.js'
import { textsOf } from './url-text.js'
import type { ScriptUse } from './use.js'
import type { Evaluator } from './value.js'

/** Properties whose text becomes elements. */
const PROPERTIES: ReadonlySet<string> = new Set(['innerHTML', 'outerHTML'])

/** Methods whose text becomes elements, by which argument it is. */
const METHODS: ReadonlyMap<string, number> = new Map([
  ['insertAdjacentHTML', 1],
  ['setHTMLUnsafe', 0],
  ['createContextualFragment', 0],
  ['write', 0],
  ['writeln', 0],
])

/** Stands for what only shows at run time: a private character, which begins no tag and no scheme. */
export const UNKNOWN_PART = '\ue000'

/** A word without which no script adds markup. */
export const MARKUP_WORDS: readonly string[] = [...PROPERTIES, ...METHODS.keys()]

/** The markup that a use adds to the page, with `UNKNOWN_PART` for what only shows at run time; null where it adds none. */
export const addedMarkup = ({ names, kind, values }: ScriptUse, script: Evaluator): string | null => {
  const last = names.at(-1) ?? ''
  if (names.length < 2) return null
  if (kind === 'assign') return PROPERTIES.has(last) ? knownParts(values[0], script) : null
  const at = kind === 'call' ? METHODS.get(last) : undefined
  if (at === undefined || (last.startsWith('write') && names[0] !== 'document')) return null
  return knownParts(values[at], script)
}

/** Whether a use is `document.write`, which runs scripts, too. */
export const isWritten = ({ names }: ScriptUse): boolean => names.at(-1)?.startsWith('write') === true

/** A text with `UNKNOWN_PART` for each part that the script does not say; null where it says none. */
export const knownParts = (value: AstNode | undefined, script: Evaluator): string | null => {
  const parts: string[] = []
  let known = false
  let left = MAX_VARIABLES
  const waiting: (AstNode | string | null | undefined)[] = [value]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') parts.push(node)
    else if (node?.type === 'BinaryExpression' && node['operator'] === '+')
      waiting.push(asNode(node['right']), asNode(node['left']))
    else if (node?.type === 'TemplateLiteral') {
      const pieces = partsOfTemplate(node)
      if (pieces.some((piece) => typeof piece === 'string' && piece !== '')) known = true
      waiting.push(...pieces.toReversed())
    } else {
      const [text] = textsOf(node ?? undefined, script)
      const source =
        text === undefined && left > 0 && node?.type === 'Identifier' ? sourceOf(node, script) : null
      if (text !== undefined) known = true
      if (source?.of !== script) parts.push(text ?? UNKNOWN_PART)
      else {
        left -= 1
        waiting.push(source.node)
      }
    }
  }
  return known ? parts.join('') : null
}

const MAX_VARIABLES = 20
