import { escapeUTF8 } from 'entities/escape'
import { isHandler } from '../../check/facts/html/element.js'
import { LISTED_URL_ATTRIBUTES, OTHER_URL_ATTRIBUTES } from '../../check/facts/html/names.js'
import { destinationOf, srcsetUrls } from '../../check/facts/text/url.js'
import type { Addresses, Standing } from '../addresses.js'
import { addressEdits, type Edit, shifted } from '../edits.js'
import { scriptEdits } from '../scripts/script-edits.js'
import { cssEdits } from './css-edits.js'
import { importMapEdits, isImportMap } from './import-map-edits.js'
import {
  attributeOf,
  attributePlace,
  baseOf,
  contentOf,
  type Element,
  isCode,
  isLocal,
  pageTree,
  relOf,
  scriptKindOf,
  sourceOf,
  startTag,
  withoutAttribute,
} from './page-elements.js'
import { hasOwnScript, type RemovalContext, removals } from './page-removals.js'
import { type SdkPlacement, sdkEdit } from './sdk-edit.js'

/** What is known of the game when one of its pages or drawings is fixed. */
export interface PageContext extends Omit<RemovalContext, 'isBeside'> {
  readonly path: string
  /** As scripts have them: files that the browser shim finds by their old names keep those. */
  readonly inScripts: Addresses
  /** Whether any script draws pictures on a canvas: then those of the page need `crossorigin`. */
  readonly draws: boolean
  /** Whether any script reads the rules of style sheets: then those that the page links need `crossorigin`. */
  readonly readsSheets: boolean
  /** Whether some script has a router of paths: links from the root are its own. */
  readonly routes: boolean
  /** How the SDK is put in; null where the page is not the entry, or has it already. */
  readonly sdk: SdkPlacement | null
  /** What the engine of the game needs changed in a script. */
  readonly engineEdits: (script: string) => readonly Edit[]
}

/** Everything that has to change in a page. */
export const pageEdits = (text: string, context: PageContext): readonly Edit[] => {
  const tree = pageTree(text)
  const { elements } = tree
  const own = context.addresses.standing(context.path, baseOf(context.path, elements))
  const removed: Edit[] = []
  const isBeside = own.file !== context.page.file && !hasOwnScript(text, elements, context.isUsed)
  const edits = elements.flatMap((element) => {
    const taken = removals(text, element, own, { ...context, isBeside })
    if (taken.length > 0) {
      removed.push(...taken)
      return taken
    }
    return [
      ...encodingEdits(text, element),
      ...attributeEdits(text, element, own, context),
      ...contentEdits(text, element, own, context),
      ...crossOrigin(element, context),
    ]
  })
  return context.sdk === null ? edits : [...edits, sdkEdit(text, tree, context.sdk, removed)]
}

/** The elements whose addresses are those of pages. */
const LEADS_TO_PAGES: ReadonlySet<string> = new Set(['a', 'area', 'form'])

const attributeEdits = (
  text: string,
  element: Element,
  own: Standing,
  { addresses, inScripts, page, routes }: PageContext,
): readonly Edit[] =>
  element.attrs.flatMap((attribute) => {
    const name = attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name
    const { value } = attribute
    if (element.tagName === 'html' && name === 'manifest')
      return withoutAttribute(text, element, name, 'browsers no longer have an application cache')
    if (
      name === 'integrity' &&
      (isLocal(sourceOf(element)) || (isCode(element) && addresses.isAtHand(sourceOf(element) ?? '')))
    )
      return withoutAttribute(
        text,
        element,
        name,
        'a page without an origin cannot check its own files against it',
      )
    if (name === 'href' && ['a', 'area'].includes(element.tagName) && destinationOf(value) === 'web')
      return withoutAttribute(text, element, name, 'a mini app cannot open other sites; the text stays')
    if (name === 'target' && /^_(?:top|parent)$/i.test(value.trim()))
      return withoutAttribute(text, element, name, 'the sandbox blocks it: the page opens in the app itself')
    if (routes && name === 'href' && element.tagName === 'a' && /^\/(?!\/)/.test(value))
      return routeEdits(text, element, value, own)
    if (name === 'style') return withValue(text, element, name, value, cssEdits(value, own, addresses))
    if (isHandler(name)) {
      const edits = scriptEdits(value, 'handler', page, page, inScripts)
      const certain = edits.filter(({ change }) => change.kind !== 'doubt')
      return withValue(text, element, name, value, certain)
    }
    if (!(LISTED_URL_ATTRIBUTES.has(name) || OTHER_URL_ATTRIBUTES.has(name))) return []
    if (name === 'data' && element.tagName !== 'object') return []
    const urls = name === 'srcset' || name === 'imagesrcset' ? srcsetUrls(value) : [value]
    let from = 0
    const edits = urls.flatMap((url): readonly Edit[] => {
      const start = value.indexOf(url, from)
      from = start + url.length
      const fixed =
        isCode(element) && destinationOf(url) === 'web'
          ? addresses.fixRemote(url, own)
          : addresses.fix(url, own, LEADS_TO_PAGES.has(element.tagName) ? 'page' : 'file')
      return addressEdits(url, start, fixed)
    })
    return withValue(text, element, name, value, edits)
  })

/**
 * A link that the router of the app follows, and that loads no page: it stays a route, without the slash that the service refuses.
 * The browser shim has the router see the page at its address on a server of its own, and `/game/about` of a project's site stays.
 */
const routeEdits = (text: string, element: Element, route: string, own: Standing): readonly Edit[] => {
  const site = /^\/[^/]+\//.exec(route)?.[0]
  if (site !== undefined && text.includes(` src="${site}`)) return []
  const to = `${'../'.repeat(own.file.split('/').length - 1)}${route.slice(1)}`
  const relative = to === '' || /^[?#]/.test(to) ? `./${to}` : to
  return withValue(text, element, 'href', route, [
    {
      start: 0,
      end: route.length,
      text: relative,
      change: { kind: 'address', from: route, to: relative, why: 'paths cannot begin with a slash' },
    },
  ])
}

/** The text of `style` and `script`. */
const contentEdits = (
  text: string,
  element: Element,
  own: Standing,
  { addresses, inScripts, page, engineEdits }: PageContext,
): readonly Edit[] => {
  const content = contentOf(text, element)
  if (content === null) return []
  if (element.tagName === 'style') return shifted(cssEdits(content.text, own, addresses), content.start)
  if (element.tagName !== 'script' || attributeOf(element, 'src') !== undefined) return []
  if (isImportMap(element)) return shifted(importMapEdits(content.text, own, addresses), content.start)
  const kind = scriptKindOf(element)
  return kind === null
    ? []
    : shifted(
        [...scriptEdits(content.text, kind, page, own, inScripts), ...engineEdits(content.text)],
        content.start,
      )
}

/** What says that a page, or what it loads, is in another encoding than UTF-8, in which all of it is written. */
const encodingEdits = (text: string, element: Element): readonly Edit[] => {
  const why = 'the platform serves all texts as UTF-8'
  if (
    (element.tagName === 'script' || element.tagName === 'link') &&
    isOther(attributeOf(element, 'charset'))
  )
    return withoutAttribute(text, element, 'charset', why)
  if (element.tagName !== 'meta') return []
  const name = attributeOf(element, 'charset') === undefined ? 'content' : 'charset'
  const value = attributeOf(element, name) ?? ''
  const isContentType = attributeOf(element, 'http-equiv')?.toLowerCase() === 'content-type'
  const label =
    name === 'charset'
      ? value
      : isContentType
        ? /charset\s*=\s*["']?([^"'\s;>]+)/i.exec(value)?.[1]
        : undefined
  if (label === undefined || !isOther(label)) return []
  const start = value.indexOf(label)
  const change = { kind: 'encoding', from: label, to: 'utf-8', why } as const
  return withValue(text, element, name, value, [{ start, end: start + label.length, text: 'utf-8', change }])
}

const isOther = (label: string | undefined): boolean => label !== undefined && !/^\s*utf-?8\s*$/i.test(label)

/**
 * A page without an origin may draw its own pictures, but not read the canvas afterwards, nor use them in WebGL, unless
 * they are loaded with `crossorigin`, and the same is true of the rules of its style sheets; no answer to a request with
 * credentials ever reaches it (2.10).
 */
const crossOrigin = (
  element: Element,
  { draws, readsSheets }: Pick<PageContext, 'draws' | 'readsSheets'>,
): readonly Edit[] => {
  const value = attributeOf(element, 'crossorigin')
  const source = sourceOf(element)
  if (value?.trim().toLowerCase() === 'use-credentials') {
    const place = attributePlace(element, 'crossorigin')
    if (place === undefined) return []
    return [
      {
        start: place.startOffset,
        end: place.endOffset,
        text: 'crossorigin="anonymous"',
        change: {
          kind: 'crossorigin',
          from: 'use-credentials',
          to: 'anonymous',
          why: 'a page without an origin has no credentials to send',
        },
      },
    ]
  }
  const isSheet = readsSheets && relOf(element).includes('stylesheet')
  const needs =
    isSheet ||
    (draws && (element.tagName === 'img' || element.tagName === 'video') && isLocal(source)) ||
    (element.tagName === 'link' &&
      relOf(element).includes('preload') &&
      attributeOf(element, 'as') === 'font')
  const tag = startTag(element)
  if (!needs || value !== undefined || tag === undefined) return []
  const at = tag.startOffset + 1 + element.tagName.length
  const why = isSheet
    ? 'scripts cannot read its rules without it'
    : element.tagName === 'link'
      ? 'without it, the preloaded font is not used'
      : 'a canvas that it is drawn on cannot be read without it'
  const change = { kind: 'crossorigin', from: null, to: `<${element.tagName} crossorigin>`, why } as const
  return [{ start: at, end: at, text: ' crossorigin', change }]
}

/** An attribute with edits made in its value; quotes, and what stands around it, stay. */
const withValue = (
  text: string,
  element: Element,
  name: string,
  value: string,
  edits: readonly Edit[],
): readonly Edit[] => {
  const place = attributePlace(element, name)
  if (edits.length === 0 || place === undefined) return []
  const source = text.slice(place.startOffset, place.endOffset)
  const equals = /^[^=]*=\s*/.exec(source)?.[0].length
  if (equals === undefined) return []
  const quote = source[equals] === '"' || source[equals] === "'" ? source[equals] : ''
  const start = place.startOffset + equals + quote.length
  const end = place.endOffset - quote.length
  // As written: each edit stands where it stands.
  if (text.slice(start, end) === value) return shifted(edits, start)
  const [{ change }] = edits as readonly [Edit, ...Edit[]]
  const fixed = edits.reduceRight(
    (all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end),
    value,
  )
  const written = quote === '' ? `"${escapeUTF8(fixed)}"` : escapeUTF8(fixed)
  return [{ start, end, text: written, change: { ...change, from: value, to: fixed } }]
}
