import { wordsOfPaths } from '../../facts/script-interest.js'
import { useRule } from './use-rule.js'

const STORES: ReadonlySet<string> = new Set([
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'cookieStore',
  'document.cookie',
  'navigator.storage',
  'webkitRequestFileSystem',
])

export const browserStorage = useRule(
  {
    id: 'script/browser-storage',
    level: 'warning',
    impact: 'breaks',
    section: '2.10',
    breach: 'A script uses cookies, localStorage, sessionStorage, IndexedDB or the Cache API.',
    why: 'The page has an opaque origin: browsers throw or keep nothing.',
    mend: 'Keep data with `Service.storage`.',
  },
  wordsOfPaths(STORES),
  ({ names, global, kind, caught, around }) => {
    // The page around the app gives out nothing: another rule tells of that.
    if (around) return null
    // To ask for a store throws already; whoever minds that, and only asks, does without it.
    if (kind === 'test' && caught) return null
    const [first, second] = names
    const pair = `${first}.${second}`
    const found = STORES.has(pair) ? pair : (first ?? '')
    if (!global || !STORES.has(found)) return null
    // These are there; what they do is not.
    if (ANSWERING.has(found) && (kind !== 'call' || names.length === found.split('.').length)) return null
    return { message: `${found} does not work in a mini app.`, fix: 'Use Service.storage.' }
  },
)

/** What can be looked at, and fails only when it is asked for something. */
const ANSWERING: ReadonlySet<string> = new Set(['cookieStore', 'navigator.storage'])
