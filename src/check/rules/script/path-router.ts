import { SCRIPTS } from '../../facts/script/part.js'
import type { FileRule } from '../../rule.js'

/** A router whose build shows what it goes by, since what is not used is not in it. */
interface Router {
  readonly title: string
  /** A text that only this library has. */
  readonly sign: string
  /** What is there only if the router may go by the hash. */
  readonly byHash: RegExp
  readonly fix: string
}

const ROUTERS: readonly Router[] = [
  {
    title: 'Vue Router',
    sign: 'router-link-exact-active',
    byHash: /\.includes\(["'`]#["'`]\)\s*\|\||createWebHashHistory/,
    fix: 'Give the router createWebHashHistory() for its history.',
  },
  {
    title: 'React Router',
    sign: '__reactRouterVersion',
    byHash: /\bhash\.substr(?:ing)?\(|createHash(?:History|Router)|HashRouter/,
    fix: 'Use HashRouter or createHashRouter().',
  },
]

/** What goes by the path, and not only by memory. */
const BY_PATH = /\.pushState\b|["'`]pushState["'`]/

export const pathRouter: FileRule = {
  id: 'script/path-router',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A script has a router that reads the path of the page.',
  why: 'The page of a mini app is not at `/`: its path has the App ID, the version and the name of the page. No route matches it unless the router strips them.',
  remedy:
    'Let the router use the hash: `createWebHashHistory()`, `HashRouter`, `createHashRouter()`. Or add the browser shim with `miniapp init --from`.',
  needs: [SCRIPTS],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await file.scripts()).flatMap((part) => {
      const { text } = part
      const router = ROUTERS.find(({ sign }) => text.includes(sign))
      if (router === undefined || !BY_PATH.test(text) || router.byHash.test(text)) return []
      return [
        {
          file: file.path,
          ...part.place(text.indexOf(router.sign)),
          message: `${router.title} reads the path of the page, which is not "/" in a mini app: a route for "/" does not match.`,
          fix: router.fix,
          shimmedBy: 'routes' as const,
        },
      ]
    }),
}
