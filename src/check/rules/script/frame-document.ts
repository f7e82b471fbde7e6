import { unwrap } from '../../facts/script/chains.js'
import { asNode } from '../../facts/script/node.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import { impactOfUse } from './impact-of-use.js'
import { isOpen } from './page-around.js'
import { useRule } from './use-rule.js'

export const frameDocument = useRule(
  {
    id: 'script/frame-document',
    level: 'warning',
    impact: 'breaks',
    section: '2.10',
    breach: 'A script accesses the document or the window of a frame.',
    why: 'The page has an opaque origin, which no frame shares, even an empty one: browsers throw on almost any access to its window, and `contentDocument` is null.',
    remedy:
      'Use an element of the page instead. `document.implementation.createHTMLDocument()` makes a document without a frame.',
  },
  ['contentWindow', 'contentDocument', 'frames'],
  (use, script) => {
    const { names, global, kind, caught, isConditional, isGuarded } = use
    // A library that knows ActiveX has frames for the browsers of that time.
    if (caught || (isConditional && script.model.callsByName.has('ActiveXObject'))) return null
    const fix = 'Use an element of the page instead, or document.implementation.createHTMLDocument().'
    const impact = impactOfUse('throws', use)
    const at = names.lastIndexOf('contentWindow')
    const member = names[at + 1] ?? ''
    if (at >= 0 && member !== '' && !isOpen(names.slice(at + 1), kind))
      return isWindow(use, at, script)
        ? {
            message: `contentWindow.${member} of a frame cannot be accessed: the browser throws.`,
            fix,
            ...impact,
          }
        : null
    if (global && names[0] === 'frames' && names[2] === 'document')
      return { message: 'The document of a frame cannot be accessed: the browser throws.', fix, ...impact }
    const isRead = names.slice(0, -1).includes('contentDocument') && !isGuarded
    return isRead && !script.model.writes.fields.has('contentDocument')
      ? { message: 'contentDocument is null in a mini app: the script throws.', fix, ...impact }
      : null
  },
)

/** Whether the window in a use, at a place in its names, is a frame's for certain: no field of the script's own, and no parameter that may be another. */
const isWindow = ({ names, object }: ScriptUse, at: number, script: ScriptValues): boolean => {
  let holder = unwrap(object)
  for (let from = names.length - 2; from > at && holder !== null; from--)
    holder = unwrap(asNode(holder['object']))
  return (
    !script.model.writes.fields.has('contentWindow') &&
    script.of(holder).every((value) => value.kind === 'global' && value.path.at(-1) === 'contentWindow')
  )
}
