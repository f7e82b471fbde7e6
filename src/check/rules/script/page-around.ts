import { unwrap } from '../../facts/script/chains.js'
import { asNode, memberName } from '../../facts/script/node.js'
import type { ScriptUse } from '../../facts/script/use.js'
import { impactOfUse } from './impact-of-use.js'
import { useRule } from './use-rule.js'

export const pageAround = useRule(
  {
    id: 'script/page-around',
    level: 'warning',
    impact: 'breaks',
    section: '2.10',
    breach: 'A script accesses the surrounding page.',
    why: 'The page has an opaque origin: browsers throw on almost any access to another window.',
    remedy:
      'Use `Service` to talk to the host. `window.innerWidth` and similar properties describe the app itself.',
  },
  ['top', 'parent', 'domain'],
  (use) => {
    const { names, global, kind, through, around, caught } = use
    if (names.join('.') === 'document.domain' && global && !around && kind === 'assign')
      return {
        message: 'document.domain cannot be set in a mini app: the browser throws.',
        fix: 'Remove it.',
        ...impactOfUse('throws', use),
      }
    const [first = ''] = names
    if (!around || caught || first === '' || isOpen(names, kind)) return null
    // Any script of the app may well have a variable of its own by these short names.
    if (!OWN_WINDOWS.has(through ?? '') && !OF_WINDOWS.has(first)) return null
    return {
      message: `${first} of the surrounding page cannot be accessed: the browser throws.`,
      fix: "Use the app's own window, or call the host with Service.",
      ...(isOfParent(use) ? { shimmedBy: 'parent-window' as const } : {}),
    }
  },
)

/** Whether a use says `parent` itself, which the shim replaces; nothing can replace `top`. */
const isOfParent = ({ object }: ScriptUse): boolean => {
  for (let holder = unwrap(object); holder !== null; holder = unwrap(asNode(holder['object']))) {
    const name = holder.type === 'Identifier' ? holder['name'] : memberName(holder)
    if (name === 'parent' || name === 'top') return name === 'parent'
  }
  return false
}

/** What browsers allow of any window (HTML, 7.2.3.1), and what leads there; another rule reports navigation. */
export const isOpen = (names: readonly string[], kind: string): boolean => {
  const [first = '', second] = names
  if (first === 'location')
    return (
      second === undefined ||
      (kind === 'assign' ? second === 'href' : second === 'replace' || second === 'assign')
    )
  return OPEN.has(first)
}

const OPEN: ReadonlySet<string> = new Set([
  'window',
  'self',
  'top',
  'parent',
  'opener',
  'frames',
  'length',
  'closed',
  'close',
  'focus',
  'blur',
  'postMessage',
])

const OWN_WINDOWS: ReadonlySet<string> = new Set(['window', 'self', 'globalThis'])

const OF_WINDOWS: ReadonlySet<string> = new Set([
  'document',
  'location',
  'history',
  'navigator',
  'screen',
  'innerWidth',
  'innerHeight',
  'outerWidth',
  'outerHeight',
  'localStorage',
  'sessionStorage',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
])
