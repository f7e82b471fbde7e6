import type { PageInterest } from './interest.js'

/**
 * What a start tag does where no table, template, list of choices, drawing or frame is around:
 * - `ordinary`: makes an element in place, with any elements open
 * - `metadata`: the same, and may stand in the head
 * - `raw`: the same as `metadata`, and all up to its end tag is text
 * - `field`: the same as `raw`, and may not stand in the head
 * - `form`: makes an element unless one is open
 * - `html`, `head`, `body`: the page's own, which are there once
 */
export type TagKind = 'ordinary' | 'metadata' | 'raw' | 'field' | 'form' | 'html' | 'head' | 'body'

/** What a start tag of this name, in lower case, does; undefined where only a parser can tell. */
export const tagKindOf = (name: string): TagKind | undefined =>
  KINDS.get(name) ?? (name.includes('-') && name !== 'annotation-xml' ? 'ordinary' : undefined)

const ORDINARY =
  'a abbr address area article aside audio b bdi bdo big blockquote br button canvas center cite code data datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main map mark menu meter nav ol option output p picture pre progress q s samp search section small source span strike strong sub summary sup time track tt u ul var video wbr'.split(
    ' ',
  )

const KINDS: ReadonlyMap<string, TagKind> = new Map<string, TagKind>([
  ...ORDINARY.map((name): [string, TagKind] => [name, 'ordinary']),
  ['base', 'metadata'],
  ['link', 'metadata'],
  ['meta', 'metadata'],
  ['script', 'raw'],
  ['style', 'raw'],
  ['title', 'raw'],
  ['textarea', 'field'],
  ['form', 'form'],
  ['html', 'html'],
  ['head', 'head'],
  ['body', 'body'],
])

/** What nearly all attributes of pages are. */
const COMMON_ATTRIBUTES = 'class id alt title role lang width height type value for'.split(' ')

/**
 * Text, end tags and the plainest start tags of a body, which make no element that is needed and change nothing for
 * what follows: one call passes over what would be dozens of tags to look at. So many at a time, since the way back
 * from each takes memory; one blank between two parts, so that there is only one way to read them. A style without a
 * quote, an escape, a parenthesis, an at-sign or a reference names no URL.
 */
export const needlessTags = (interest: PageInterest): RegExp => {
  const known = NEEDLESS.get(interest)
  if (known !== undefined) return known
  const names = ORDINARY.filter((name) => !interest.hasElement(name)).join('|')
  const attributes = COMMON_ATTRIBUTES.filter((name) => !interest.hasAttributeNamed(name))
  if (!interest.hasAttributeLike(/^data-/)) attributes.push('data-[a-z-]+')
  if (!interest.hasAttributeLike(/^aria-/)) attributes.push('aria-[a-z]+')
  const style = interest.hasAttributeNamed('style') ? '' : `|style="[^"'\\\\(@&]*"`
  const pattern = new RegExp(
    `(?:[^<]*<(?:/(?!form\\b|head\\b)[a-z][a-z0-9]*|(?:${names})(?:[ \\n](?:(?:${attributes.join('|')})(?:="[^"]*")?${style}))*)>){1,50}`,
    'y',
  )
  NEEDLESS.set(interest, pattern)
  return pattern
}

const NEEDLESS = new WeakMap<PageInterest, RegExp>()
