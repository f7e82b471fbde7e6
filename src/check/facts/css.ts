import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'
import { plainCssLinks } from './plain-css.js'

/** A place in CSS that names a URL. */
export interface CssLink {
  /**
   * `url`: `url(…)` wherever it stands, `@import` and `@namespace` included; `import`: the text of an `@import`;
   * `text`: a text inside another function, such as `image-set("…")` or `src("…")`.
   */
  readonly kind: 'url' | 'import' | 'text'
  /** The URL, its escapes decoded. */
  readonly url: string
  readonly offset: number
  /** The function around a text; the at-rule around a url where it is `import` or `namespace`; else empty. */
  readonly within: string
}

const T = {
  function: tokenTypes['Function'],
  atKeyword: tokenTypes['AtKeyword'],
  string: tokenTypes['String'],
  url: tokenTypes['Url'],
  badUrl: tokenTypes['BadUrl'],
  whiteSpace: tokenTypes['WhiteSpace'],
  comment: tokenTypes['Comment'],
  semicolon: tokenTypes['Semicolon'],
  open: tokenTypes['LeftParenthesis'],
  close: tokenTypes['RightParenthesis'],
  openBrace: tokenTypes['LeftCurlyBracket'],
} as const

/** Every URL in CSS, found by its tokens: text in comments, and strings that are no URL, are not among them. */
export const cssLinks = (css: string): readonly CssLink[] => {
  // Most CSS names no URL at all, and an escape could hide any of the words.
  if (!/\\|url\(|@import|@namespace|["']/i.test(css)) return []
  return plainCssLinks(css) ?? tokenizedLinks(css)
}

/** The URLs in any CSS. */
export const tokenizedLinks = (css: string): readonly CssLink[] => {
  const links: CssLink[] = []
  const functions: string[] = []
  let atRule = ''
  let skipUntil = 0
  tokenize(css, (type, start, end) => {
    if (start < skipUntil || type === T.whiteSpace || type === T.comment) return
    const text = css.slice(start, end)
    const add = (kind: CssLink['kind'], value: string, within: string): void => {
      links.push({ kind, url: value, offset: start, within })
    }
    switch (type) {
      case T.atKeyword:
        atRule = ident.decode(text.slice(1)).toLowerCase()
        return
      case T.semicolon:
      case T.openBrace:
        atRule = ''
        return
      case T.url:
      case T.badUrl:
        add('url', url.decode(text), atRule)
        return
      case T.function: {
        const name = ident.decode(text.slice(0, -1)).toLowerCase()
        // `\75rl(` is `url(` to a browser: what follows is no ordinary tokens then.
        const body = name === 'url' ? unquotedUrl(css, end) : null
        if (body === null) functions.push(name)
        else {
          skipUntil = end + body.length + 1
          add('url', url.decode(`url(${body})`), atRule)
        }
        return
      }
      case T.open:
        functions.push('')
        return
      case T.close:
        functions.pop()
        return
      case T.string: {
        const value = string.decode(text)
        const within = functions.findLast((name) => name !== '')
        if (within === 'url') add('url', value, atRule)
        else if (within !== undefined) add('text', value, within)
        else if (atRule === 'import') {
          add('import', value, 'import')
          atRule = ''
        }
      }
    }
  })
  return links
}

/** The raw text of `url(` up to its closing parenthesis, or null where a quoted URL follows. */
const unquotedUrl = (css: string, from: number): string | null => {
  const body = /(?:[^)\\]|\\[\s\S])*/y
  body.lastIndex = from
  const text = body.exec(css)?.[0] ?? ''
  return /^\s*["']/.test(text) ? null : text
}
