import { type AstNode, isNode, nodesOf, stringOf } from './node.js'
import type { ScriptUse } from './use.js'

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
export const addedMarkup = ({ names, kind, values }: ScriptUse): string | null => {
  const last = names.at(-1) ?? ''
  if (names.length < 2) return null
  if (kind === 'assign') return PROPERTIES.has(last) ? textIn(values[0]) : null
  const at = kind === 'call' ? METHODS.get(last) : undefined
  if (at === undefined || (last.startsWith('write') && names[0] !== 'document')) return null
  return textIn(values[at])
}

/** Whether a use is `document.write`, which runs scripts, too. */
export const isWritten = ({ names }: ScriptUse): boolean => names.at(-1)?.startsWith('write') === true

/** A text with `UNKNOWN_PART` for each part that is not written in the script; null where no part is. */
const textIn = (value: AstNode | undefined): string | null => {
  const parts: string[] = []
  let known = false
  const waiting: unknown[] = [value]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const text = isNode(node) ? stringOf(node) : typeof node === 'string' ? node : null
    if (text !== null) {
      known = true
      parts.push(text)
    } else if (isNode(node) && node.type === 'BinaryExpression' && node['operator'] === '+')
      waiting.push(node['right'], node['left'])
    else if (isNode(node) && node.type === 'TemplateLiteral') waiting.push(...piecesOf(node).reverse())
    else parts.push(UNKNOWN_PART)
  }
  return known ? parts.join('') : null
}

/** The texts and expressions of a template, in turn. */
const piecesOf = (template: AstNode): unknown[] => {
  const expressions = nodesOf(template['expressions'])
  return nodesOf(template['quasis']).flatMap((quasi, index) => {
    const text: unknown = quasi['value']
    const cooked = typeof text === 'object' && text !== null && 'cooked' in text ? text.cooked : ''
    const expression = expressions[index]
    return expression === undefined ? [String(cooked)] : [String(cooked), expression]
  })
}
