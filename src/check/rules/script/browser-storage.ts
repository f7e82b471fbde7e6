import { partFor } from '../../../shim/part-names.js'
import { wordsOfPaths } from '../../facts/script/interest.js'
import { isProbed } from '../../facts/script/tried-before.js'
import { type Failing, impactOfUse } from './impact-of-use.js'
import { useRule } from './use-rule.js'

const STORES: ReadonlySet<string> = new Set([
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'cookieStore',
  'document.cookie',
  'navigator.storage',
  'navigator.storageBuckets',
  'sharedStorage',
  'webkitRequestFileSystem',
])

export const browserStorage = useRule(
  {
    id: 'script/browser-storage',
    level: 'warning',
    impact: 'breaks',
    section: '2.10',
    breach: 'A script uses cookies, localStorage, sessionStorage, IndexedDB or the Cache API.',
    why: 'The page has an opaque origin: browsers throw or store nothing.',
    remedy: 'Store data with `Service.storage`, or add the browser shim with `miniapp init --shim`.',
  },
  wordsOfPaths(STORES),
  (use, values) => {
    const { names, global, kind, caught, around, offset } = use
    // Another rule reports access to the surrounding page.
    if (around) return null
    // Even testing for a store throws. A script that catches this and only tests does without the store.
    if (kind === 'test' && caught) return null
    const [first, second] = names
    const pair = `${first}.${second}`
    const found = STORES.has(pair) ? pair : (first ?? '')
    if (!global || !STORES.has(found)) return null
    // These are there; what they do is not.
    if (ANSWERING.has(found) && (kind !== 'call' || names.length === found.split('.').length)) return null
    const failing = FAILING.get(found) ?? 'throws'
    const last = found.split('.').at(-1) ?? found
    // To look whether there is a store proves nothing: a script has to write to it, and remove that again.
    const by = last === 'cookie' ? null : 'removeItem'
    // To look at it does nothing yet.
    const isUsed = kind === 'call' || !LOOKED_AT.has(found)
    return {
      message: `${found} does not work in a mini app.`,
      // The shim does not stand in for every store.
      ...(partFor(found.split('.'), true) === null ? { fix: 'Store data with `Service.storage`.' } : {}),
      // A library that finds out once whether it may save goes by that.
      ...(!caught && isProbed(last, by, offset, values)
        ? ({ impact: 'degrades' } as const)
        : impactOfUse(isUsed ? failing : 'nothing', use)),
    }
  },
)

/** What does not throw, and how it fails. */
const FAILING: ReadonlyMap<string, Failing> = new Map<string, Failing>([
  ['cookieStore', 'rejects'],
  ['navigator.storage', 'rejects'],
  ['navigator.storageBuckets', 'rejects'],
  ['sharedStorage', 'rejects'],
  ['webkitRequestFileSystem', 'nothing'],
])

/** Reading it does no harm, but it is still reported: scripts read it to use it. */
const LOOKED_AT: ReadonlySet<string> = new Set(['indexedDB'])

/** What can be looked at, and fails only when it is asked for something. */
const ANSWERING: ReadonlySet<string> = new Set([
  'cookieStore',
  'navigator.storage',
  'navigator.storageBuckets',
  'sharedStorage',
])
