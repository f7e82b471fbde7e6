import type { CssLink } from '../../check/facts/css/link.js'
import { cssLinks } from '../../check/facts/css/read.js'
import { leadsOut } from '../../check/facts/text/url.js'
import type { Addresses, Standing } from '../addresses.js'
import { addressEdits, type Edit, ELSEWHERE, removedPart } from '../edits.js'
import { fallbackWords, fontsAt } from './google-fonts.js'

/**
 * The addresses in CSS that have to change, and those of other sites and the rules that load fonts from the web, which go. What
 * is written with escapes stays, and `check` reports it.
 */
export const cssEdits = (css: string, from: Standing, addresses: Addresses): readonly Edit[] => [
  ...cssLinks(css).flatMap((link) => linkEdits(css, link, from, addresses)),
  ...fontFaceEdits(css),
]

const linkEdits = (css: string, link: CssLink, from: Standing, addresses: Addresses): readonly Edit[] => {
  const { kind, url, offset } = link
  // `format("woff2")`: a text in most functions is not an address.
  if (kind === 'value' || (kind === 'text' && !PICTURES.has(link.within))) return []
  const opening = /^(?:url\(\s*)?["']?/i.exec(css.slice(offset))?.[0].length ?? 0
  const start = offset + opening
  const end = start + url.length
  if (url === '' || css.slice(start, end) !== url) return []
  const isImport = kind === 'import' || link.within === 'import'
  const fixed = isImport && leadsOut(url) ? addresses.fixRemote(url, from) : addresses.fix(url, from)
  if (fixed !== null) return addressEdits(url, start, fixed)
  if (!isImport) return leadsOut(url) ? [removedPart(css, start, end, ELSEWHERE, NOTHING)] : []
  const fonts = fontsAt(url)
  return fonts.length === 0 ? [] : importRemoval(css, offset, end, fallbackWords(fonts))
}

/** An address that loads nothing: wherever a picture or a font may be named, it is as one that does not come. */
const NOTHING = 'data:,'

/** The functions in which a text is an address. */
const PICTURES: ReadonlySet<string> = new Set(['-webkit-image-set', 'image', 'image-set', 'src'])

/** An `@import` with all that belongs to it. @param offset where its address begins @param end where it ends */
const importRemoval = (css: string, offset: number, end: number, why: string): readonly Edit[] => {
  const before = /@import\s*(?:url\(\s*)?$/i.exec(css.slice(0, offset))
  if (before === null) return []
  const semicolon = css.indexOf(';', end)
  const to = semicolon === -1 ? css.length : semicolon + 1
  return [removedRule(css, before.index, to, why)]
}

/** The `@font-face` rules that have nothing but addresses on the web. */
const fontFaceEdits = (css: string): readonly Edit[] => {
  const edits: Edit[] = []
  for (const { index, 0: rule } of css.matchAll(FONT_FACE)) {
    const urls = cssLinks(rule).filter(({ kind }) => kind === 'url')
    if (urls.length === 0 || !urls.every(({ url }) => leadsOut(url)) || /\blocal\(/.test(rule)) continue
    const why = 'a mini app has no network, so the next font of the family list is shown'
    edits.push(removedRule(css, index, index + rule.length, why))
  }
  return edits
}

// A comment may hold one too; what is taken out of it is missed by nobody.
const FONT_FACE = /@font-face\s*\{[^{}]*\}/gi

const removedRule = (css: string, start: number, end: number, why: string): Edit => {
  const rest = /^[ \t]*(?:\r\n|\n)/.exec(css.slice(end))?.[0].length ?? 0
  const isOwnLine = start === 0 || css[start - 1] === '\n'
  return { ...removedPart(css, start, end, why), end: isOwnLine ? end + rest : end }
}
