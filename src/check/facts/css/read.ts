import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'
import { readFastCss } from './fast.js'
import type { CssLink } from './link.js'
import { CssFunctions, isCompared, isHandedOn, isUrlText, mayNameUrls } from './texts.js'

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
  closeBrace: tokenTypes['RightCurlyBracket'],
  ident: tokenTypes['Ident'],
  colon: tokenTypes['Colon'],
} as const

/** Every URL in CSS, in the order of the text; the text of comments, and strings that are not URLs, are left out. */
export const cssLinks = (css: string): readonly CssLink[] =>
  mayNameUrls(css) ? (readFastCss(css) ?? readCss(css)) : []

/** The URLs in any CSS. */
export const readCss = (source: string): readonly CssLink[] => {
  const { css, starts } = withPlainUrls(source)
  const links: CssLink[] = []
  const functions = new CssFunctions()
  let atRule = ''
  let property = ''
  // The number of tokens of the declaration or rule so far, and the first of them if it is a name.
  let count = 0
  let first = ''
  tokenize(css, (type, start, end) => {
    if (type === T.whiteSpace || type === T.comment) return
    const text = css.slice(start, end)
    const add = (kind: CssLink['kind'], value: string, within: string): void => {
      links.push({ kind, url: value, offset: starts.get(start) ?? start, within })
    }
    if (count === 1 && type === T.colon) property = first
    if (count === 0) first = type === T.ident ? ident.decode(text).toLowerCase() : ''
    count += 1
    switch (type) {
      case T.atKeyword:
        atRule = ident.decode(text.slice(1)).toLowerCase()
        return
      case T.semicolon:
      case T.openBrace:
      case T.closeBrace:
        atRule = ''
        property = ''
        count = 0
        return
      case T.url:
      case T.badUrl:
        add('url', url.decode(text), atRule)
        return
      case T.function:
        functions.open(ident.decode(text.slice(0, -1)).toLowerCase())
        return
      case T.open:
        functions.open('')
        return
      case T.close:
        functions.close()
        return
      case T.string: {
        const value = string.decode(text)
        const within = functions.innermost
        if (within === 'url') add('url', value, atRule)
        else if (within !== '') {
          if (!isCompared(css, start) && isUrlText(value, functions.takesUrls)) add('text', value, within)
        } else if (atRule === 'import') {
          add('import', value, 'import')
          atRule = ''
        } else if (isHandedOn(value, property)) add('value', value, property)
      }
    }
  })
  return links
}

/**
 * `url` with escapes in it is `url` to a browser, and what follows it no ordinary tokens: a quote or a comment begins
 * nothing there. The tokenizer knows only the plain word, so it gets that, with blanks before it that keep every offset.
 */
const withPlainUrls = (
  css: string,
): { readonly css: string; readonly starts: ReadonlyMap<number, number> } => {
  const starts = new Map<number, number>()
  if (!css.includes('\\')) return { css, starts }
  const plain = css.replace(ESCAPED_URL, (found: string, at: number) => {
    starts.set(at + found.length - 'url('.length, at)
    return 'url('.padStart(found.length)
  })
  return { css: plain, starts }
}

const letter = (plain: string, codes: string): string =>
  `(?:\\\\?[${plain}]|\\\\0{0,4}(?:${codes})(?:\\r\\n|[ \\t\\r\\n\\f])?)`
// Not as the end of a longer name, of a hash or of an at-keyword.
const ESCAPED_URL = new RegExp(
  `(?<![-\\w\\\\#@\\u0080-\\uffff])${letter('uU', '[57]5')}${letter('rR', '[57]2')}${letter('lL', '[46][cC]')}\\(`,
  'g',
)
