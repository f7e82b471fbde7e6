import { sayOnce } from './log.js'
import { followRoot, pathOfPage, SITE } from './names.js'
import { isSandboxed } from './sandbox.js'

/*! Routers that read the path: the app is at the address that it has on a server of its own, `/` for its first page. */
export const shimRoutes = (): void => {
  const path = pathOfPage()
  if (!isSandboxed() || path === null) return
  followRoot()
  mapImports()
  const address = location.href
  let entered = false
  const enter = (): void => {
    if (entered) return
    entered = true
    observer.disconnect()
    const { search, hash } = location
    try {
      history.replaceState(
        history.state,
        '',
        `${SITE}/${path.replace(/(^|\/)index\.html?$/, '$1')}${search}${hash}`,
      )
    } catch {
      sayOnce(
        'This browser does not let the app change its path. Use hash routing: createWebHashHistory (Vue), HashRouter (React), withHashLocation (Angular), kit.router.type (SvelteKit).',
      )
    }
  }
  // What the parser meets later is found beside the page, so that this comes as late as it can: before the scripts that
  // wait for the end of the page, and before one in the page itself that reads the address or starts the app.
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof HTMLScriptElement && node.src === '' && STARTS.test(node.text)) enter()
  })
  // The browser reloads the address that it sees. `init --from` lets a script tell it before.
  addEventListener('browser-shim-reload', () => {
    if (entered) history.replaceState(history.state, '', address)
  })
  if (document.readyState === 'loading') {
    observer.observe(document, { childList: true, subtree: true })
    document.addEventListener('readystatechange', enter, { once: true })
  } else enter()
}

const STARTS = /\bimport\s*\(|\blocation\b/

/** Modules are found in the app's folder, from wherever they are named. */
const mapImports = (): void => {
  const { currentScript } = document
  if (!(currentScript instanceof HTMLScriptElement)) return
  const map = document.createElement('script')
  map.type = 'importmap'
  const root = new URL('.', currentScript.src).href
  map.text = JSON.stringify({ imports: { [root]: root, '/': root, [`${SITE}/`]: root } })
  currentScript.after(map)
}
