import { useRule } from './use-rule.js'

export const browserStorage = useRule(
  {
    id: 'script/browser-storage',
    level: 'warning',
    section: '2.10',
    breach: 'A script uses cookies, localStorage, sessionStorage, IndexedDB or the Cache API.',
    why: 'The page has an opaque origin: browsers throw or keep nothing.',
    mend: 'Keep data with `Service.storage`.',
  },
  ({ names, global, kind, caught }) => {
    // To ask for a store throws already; whoever minds that, and only asks, does without it.
    if (kind === 'test' && caught) return null
    const [first, second] = names
    const found = first === 'document' && second === 'cookie' ? 'document.cookie' : (first ?? '')
    if (!global || !STORES.has(found)) return null
    return { message: `${found} does not work in a mini app.`, fix: 'Use Service.storage.' }
  },
)

const STORES: ReadonlySet<string> = new Set([
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'document.cookie',
])
