import { PERMISSIONS_POLICY, permissionsPolicy } from '../../../platform/csp.js'

/**
 * The features that each browser knows, as its shell said before it opened the app. A browser warns about every other name
 * in the header, on every load; and what it does not know, no app can use.
 */
export class KnownFeatures {
  readonly #byBrowser = new Map<string, Set<string>>()

  /**
   * Notes what a browser knows. Two browsers with one name may know different features: what either knows is denied.
   * @param browser its `User-Agent`
   */
  add(browser: string, features: readonly string[]): void {
    if (this.#byBrowser.size >= MOST_BROWSERS && !this.#byBrowser.has(browser)) this.#byBrowser.clear()
    const known = this.#byBrowser.get(browser) ?? new Set()
    for (const feature of features) known.add(feature)
    this.#byBrowser.set(browser, known)
  }

  /** The Permissions-Policy for a browser: for one that said nothing, every feature. */
  policyFor(browser: string | undefined): string {
    const known = browser === undefined ? undefined : this.#byBrowser.get(browser)
    return known === undefined ? PERMISSIONS_POLICY : permissionsPolicy((feature) => known.has(feature))
  }
}

const MOST_BROWSERS = 50
