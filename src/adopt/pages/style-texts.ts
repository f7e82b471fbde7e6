import type { AstNode } from '../../check/facts/script/node.js'
import { asNode, memberName, nodesOf, propertyName, stringOf } from '../../check/facts/script/node.js'
import { walk } from '../../check/facts/script/walk.js'
import type { Addresses, Standing } from '../addresses.js'
import { addressEdits, type Edit } from '../edits.js'

/**
 * The addresses within texts of a script: `url(…)` of a style, and those of a `srcset`. Only what stands in these is an
 * address; the rest of the text stays.
 * @param page where they are resolved: against the page
 */
export const styleTextEdits = (
  program: AstNode,
  script: string,
  page: Standing,
  addresses: Addresses,
): readonly Edit[] => {
  const edits: Edit[] = []
  walk(program, (node, ancestors) => {
    const isText = node.type === 'Literal' && typeof node['value'] === 'string'
    if (!isText && node.type !== 'TemplateElement') return
    const quote = isText ? 1 : 0
    const text = script.slice(node.start + quote, node.end - quote)
    const from = node.start + quote
    if (text.length > MAX_TEXT) return
    for (const { index, 0: whole, groups } of text.matchAll(STYLE_URL)) {
      const value = groups?.['quoted'] ?? groups?.['bare'] ?? ''
      const start = from + index + whole.lastIndexOf(value)
      edits.push(...addressEdits(value, start, addresses.fixKnown(value, page)))
    }
    // The name is put behind it: `'url(/img/' + name + ')'`.
    const open = STYLE_URL_START.exec(text)
    const [, value = ''] = open ?? []
    if (open !== null && !text.includes('\\', open.index + open[0].length - value.length))
      edits.push(...addressEdits(value, from + text.length - value.length, addresses.fixStart(value, page)))
    if (isText && !text.includes('\\') && isSourceSet(node, ancestors))
      for (const { index, 1: address = '' } of text.matchAll(CANDIDATE))
        edits.push(...addressEdits(address, from + index, addresses.fixKnown(address, page)))
  })
  return edits
}

const MAX_TEXT = 20_000
const STYLE_URL = /url\(\s*(?:(\\?["'])(?<quoted>[^"'\\]+)\1|(?<bare>[^"'()\\\s]+))\s*\)/gi
const STYLE_URL_START = /url\(\s*(?:\\?["'])?([^"'()\\\s]+)$/i
/** One address of a `srcset`, with its size behind it. */
const CANDIDATE = /([^\s,](?:\S*[^\s,])?)(?:\s+[\d.]+[wxh])?(?=\s*(?:,|$))/g

/** Whether a text is what a `srcset` is set to. */
const isSourceSet = (node: AstNode, ancestors: readonly AstNode[]): boolean => {
  const parent = ancestors.at(-1)
  const isName = (name: string | null): boolean => name?.toLowerCase() === 'srcset'
  switch (parent?.type) {
    case 'AssignmentExpression': {
      const left = asNode(parent['left'])
      return parent['right'] === node && left?.type === 'MemberExpression' && isName(memberName(left))
    }
    case 'Property':
      return parent['value'] === node && isName(propertyName(parent))
    case 'CallExpression': {
      const [first, second] = nodesOf(parent['arguments'])
      return second === node && isName(stringOf(first))
    }
    default:
      return false
  }
}
