import { destinationOf } from '../text/url.js'
import type { CssLink } from './link.js'

/**
 * The `@import` rules at the start of CSS as a browser's preload scanner reads them, which knows no escapes and
 * takes what is in no quotes for a URL too: `@import "\a.css"` names `/a.css` for it, and is fetched from there.
 * @param found what tokens say: a rule that both read alike is not named again
 */
export const importsAhead = (source: string, found: readonly CssLink[]): readonly CssLink[] => {
  if (!IMPORT.test(source)) return []
  // NUL is nothing to the scanner; the tree has another character in its place.
  const css = source.replace(NUL, '')
  const known = new Set(found.filter(({ within }) => within === 'import').map(({ url }) => url))
  const links: CssLink[] = []
  let at = 0
  for (;;) {
    at = afterComments(css, at)
    RULE.lastIndex = at
    const match = RULE.exec(css)
    if (match === null) return links
    const [whole, name = '', value = '', end] = match
    const offset = at + whole.indexOf(value, name.length)
    // Some versions end an address at the semicolon, others at the next blank.
    WORD.lastIndex = offset
    const url = [value, WORD.exec(css)?.[0] ?? ''].map(withoutQuotes).find(mayLeadOut)
    if (name.toLowerCase() === 'import' && url !== undefined && !known.has(url))
      links.push({ kind: 'import', url, offset, within: 'import' })
    if (end !== ';') return links
    at = RULE.lastIndex
  }
}

const IMPORT = /@[\0\ufffd]*i/i
const NUL = /[\0\ufffd]/g
const WORD = /[^ \t\n\f\r]*/y
/** A rule up to its semicolon: its name, the first word of what follows, and the mark that ends it. */
const RULE = /@([a-z][^ \t\n\f\r;]*)[ \t\n\f\r]*([^ \t\n\f\r;{]?[^ \t\n\f\r;]*)[^;{]*([;{]|$)/iy

/** Where the next rule starts, behind blanks and comments. */
const afterComments = (css: string, from: number): number => {
  let at = from
  for (;;) {
    NOT_BLANK.lastIndex = at
    at = NOT_BLANK.exec(css)?.index ?? css.length
    const end = css.startsWith('/*', at) ? css.indexOf('*/', at + 2) : -1
    if (end === -1) return at
    at = end + 2
  }
}

const NOT_BLANK = /[^ \t\n\f\r]/g

/** Only what leads out matters here: what the tokens name is what the app loads. */
const mayLeadOut = (url: string): boolean =>
  destinationOf(url) !== 'elsewhere' || /(?:^|[\\/])\.\.[\\/]/.test(url)

/** A value without `url()` and quotes around it. */
const withoutQuotes = (value: string): string => {
  const inner = /^url\((.*)\)$/is.exec(value)?.[1] ?? value
  return /^(["'])(.*)\1$/s.exec(inner)?.[2] ?? inner
}
