import { followRoot, pathOfPage } from './names.js'
import { isSandboxed, replace } from './sandbox.js'

/*! document.URL without the version of the app, so that what a game keeps under it is found by the next version too. */
export const shimStableAddress = (): void => {
  const path = pathOfPage()
  if (!isSandboxed() || path === null) return
  // A game may compose the addresses of its files with it.
  followRoot()
  const { pathname } = location
  // What a router has put there has no version in it, and routers compare the two.
  const get = (): string =>
    location.pathname === pathname
      ? `${location.origin}/${path}${location.search}${location.hash}`
      : location.href
  replace(document, 'URL', { get })
  replace(document, 'documentURI', { get })
}
