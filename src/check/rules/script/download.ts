import { type AstNode, fieldOf, isNode, stringOf } from '../../facts/script/node.js'
import type { ParsedScript } from '../../facts/script/read.js'
import type { ScriptUse } from '../../facts/script/use.js'
import { pathKey, variableUses } from '../../facts/script/variable-uses.js'
import { variableRule } from './use-rule.js'

export const download = variableRule(
  {
    id: 'script/download',
    level: 'warning',
    impact: 'degrades',
    section: '2.10',
    breach: 'A script downloads a file.',
    why: 'The sandbox does not allow downloads: nothing is saved.',
    remedy: 'Show the content in the page. Users can share an image with `Service.share`.',
  },
  ['download', 'setAttribute', 'assign'],
  (use, script) => {
    const { names, kind, values } = use
    const last = names.at(-1) ?? ''
    const isDownload =
      (kind === 'assign' && last === 'download' && names.length > 1 && isLink(use, script)) ||
      (kind === 'call' &&
        ((last === 'setAttribute' && names.length > 1 && stringOf(values[0])?.toLowerCase() === 'download') ||
          (names.join('.') === 'Object.assign' &&
            makesLink(values[0]) &&
            isNode(fieldOf(values[1], 'download')))))
    return isDownload
      ? {
          message: 'This download does nothing: a mini app cannot download files.',
        }
      : null
  },
)

/** Whether what gets a `download` is a link: it is made as one, or gets an address or a click too. */
const isLink = ({ names, offset }: ScriptUse, script: ParsedScript): boolean => {
  const target = names.slice(0, -1)
  const [root = ''] = target
  if (target.length === 1 && makesLink(script.initialValueOf(root, offset) ?? undefined)) return true
  // Whether `this`, or the result of a call, is the same object is not known.
  return target.join('.') !== '' && variableUses(root, script).links.has(pathKey(target, offset, script))
}

/** Whether a value is `document.createElement('a')`. */
const makesLink = (value: AstNode | undefined): boolean => {
  const callee = value?.type === 'CallExpression' ? value['callee'] : null
  const made = value?.['arguments']
  if (!isNode(callee) || !Array.isArray(made)) return false
  const property = callee['property']
  return isNode(property) && property['name'] === 'createElement' && stringOf(made[0])?.toLowerCase() === 'a'
}
