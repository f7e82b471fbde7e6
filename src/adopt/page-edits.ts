import { escapeUTF8 } from 'entities/escape'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { isHandler } from '../check/facts/html-element.js'
import { LISTED_URL_ATTRIBUTES, OTHER_URL_ATTRIBUTES } from '../check/facts/html-names.js'
import { resolvePath } from '../check/facts/paths.js'
import { destinationOf, srcsetUrls } from '../check/facts/url.js'
import type { Addresses, Standing } from './addresses.js'
import { cssEdits } from './css-edits.js'
import { type Edit, shifted } from './edits.js'
import { type ScriptKind, scriptEdits } from './script-edits.js'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

/** What is known of the game when one of its pages, or drawings, is mended. */
export interface PageContext {
  readonly path: string
  readonly addresses: Addresses
  /** Where the addresses in scripts are resolved: against the entry page. */
  readonly page: Standing
  /** Whether any script draws pictures on a canvas: then those of the page need `crossorigin`. */
  readonly draws: boolean
  /** How the SDK is put in; null where the page is not the entry, or has it already. */
  readonly sdk: { readonly source: string; readonly ready: boolean } | null
}

/** A page as a tree whose tags have their places; SVG files are read in the same way. */
export const elementsOfPage = (text: string): readonly Element[] => {
  const elements: Element[] = []
  const seen = new Set<number>()
  const waiting: Node[] = [parse(text, { sourceCodeLocationInfo: true, scriptingEnabled: false })]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const start = 'tagName' in node ? startTag(node)?.startOffset : undefined
    // Where tags are nested wrongly, a browser makes several elements of one.
    if ('tagName' in node && start !== undefined && !seen.has(start)) {
      seen.add(start)
      elements.push(node)
    }
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) for (const child of node.childNodes) waiting.push(child)
  }
  return elements.sort((a, b) => (startTag(a)?.startOffset ?? 0) - (startTag(b)?.startOffset ?? 0))
}

/** The value of an element's attribute; undefined where it has none. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name && (one.prefix ?? '') === '')?.value

/** The words of a link's `rel`, in lower case. */
export const relOf = (element: Element): readonly string[] =>
  (attributeOf(element, 'rel') ?? '')
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter((word) => word !== '')

/** The old path against which a page's addresses are resolved: its own, or what its base element says. */
export const baseOf = (path: string, elements: readonly Element[]): string => {
  const href = elements
    .map((one) => (one.tagName === 'base' ? attributeOf(one, 'href') : undefined))
    .find((one) => one !== undefined)
  // A base on the web was the address at which the page itself stood; one that cannot be read names nothing.
  return href === undefined ? path : (resolvePath(path, href) ?? path)
}

/** Everything that has to change in a page. */
export const pageEdits = (text: string, context: PageContext): readonly Edit[] => {
  const elements = elementsOfPage(text)
  const own = { file: context.path, base: baseOf(context.path, elements) }
  const edits = elements.flatMap((element) => {
    const taken = removals(text, element)
    if (taken.length > 0) return taken
    return [
      ...attributeEdits(text, element, own, context),
      ...contentEdits(text, element, own, context),
      ...crossOrigin(element, context.draws),
    ]
  })
  return context.sdk === null ? edits : [...edits, sdkEdit(text, elements, context.sdk)]
}

/** Elements that a bundle may not have, or that do nothing in one. */
const removals = (text: string, element: Element): readonly Edit[] => {
  if (element.tagName === 'base')
    return [removal(text, element, 'the platform refuses it; addresses are relative to the page')]
  const source = sourceOf(element) ?? ''
  if (element.tagName === 'iframe' && destinationOf(source) === 'web')
    return [removal(text, element, 'the platform refuses pages in pages, and a mini app has no network')]
  if (element.tagName === 'script' && destinationOf(source) === 'web' && countsOrSells(source))
    return [
      removal(text, element, 'it counts visitors or shows ads over the network, which a mini app has not'),
    ]
  if (element.tagName !== 'link') return []
  const rel = relOf(element)
  const useless = rel.find((word) => USELESS_LINKS.has(word))
  return useless === undefined ? [] : [removal(text, element, USELESS_LINKS.get(useless) ?? '')]
}

const NO_NETWORK = 'the platform refuses it: a mini app has no network'
const USELESS_LINKS: ReadonlyMap<string, string> = new Map([
  ['preconnect', NO_NETWORK],
  ['dns-prefetch', NO_NETWORK],
  ['prefetch', NO_NETWORK],
  ['prerender', NO_NETWORK],
  ['manifest', 'a mini app has a manifest of another kind, and the sandbox loads no web manifest'],
  ['canonical', 'it says where a page stands on the web, and a mini app stands nowhere'],
])

/** The hosts of scripts that games are published with and do not need to be played. */
const COUNTERS =
  /(?:^|\.)(?:googletagmanager\.com|google-analytics\.com|googlesyndication\.com|doubleclick\.net|cloudflareinsights\.com|plausible\.io|hotjar\.com|connect\.facebook\.net|platform\.twitter\.com|addthis\.com)$/

const countsOrSells = (url: string): boolean => {
  const read = url.trim().startsWith('//') ? `https:${url.trim()}` : url.trim()
  return URL.canParse(read) && COUNTERS.test(new URL(read).hostname)
}

const attributeEdits = (
  text: string,
  element: Element,
  own: Standing,
  { addresses, page }: PageContext,
): readonly Edit[] =>
  element.attrs.flatMap((attribute) => {
    const name = attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name
    const { value } = attribute
    if (element.tagName === 'html' && name === 'manifest')
      return [withoutAttribute(text, element, name, 'browsers have given up the application cache')]
    if (
      name === 'integrity' &&
      (isLocal(sourceOf(element)) || (isCode(element) && addresses.isAtHand(sourceOf(element) ?? '')))
    )
      return [
        withoutAttribute(
          text,
          element,
          name,
          'without an origin a page cannot compare its own files with it',
        ),
      ]
    if (name === 'href' && ['a', 'area'].includes(element.tagName) && destinationOf(value) === 'web')
      return [withoutAttribute(text, element, name, 'a mini app cannot open other sites; the words stay')]
    if (name === 'style')
      return [withValue(text, element, name, value, cssEdits(value, own, addresses))].flat()
    if (isHandler(name))
      return [
        withValue(text, element, name, value, scriptEdits(value, 'handler', page, page, addresses)),
      ].flat()
    if (!(LISTED_URL_ATTRIBUTES.has(name) || OTHER_URL_ATTRIBUTES.has(name))) return []
    if (name === 'data' && element.tagName !== 'object') return []
    const urls = name === 'srcset' || name === 'imagesrcset' ? srcsetUrls(value) : [value]
    let from = 0
    const edits = urls.flatMap((url): readonly Edit[] => {
      const start = value.indexOf(url, from)
      from = start + url.length
      const mended =
        isCode(element) && destinationOf(url) === 'web'
          ? addresses.mendRemote(url, own)
          : addresses.mend(url, own)
      if (mended === null) return []
      const change = { kind: 'address', from: url, to: mended.url, why: mended.why } as const
      return [{ start, end: from, text: mended.url, change }]
    })
    return withValue(text, element, name, value, edits)
  })

/** The text of `style` and `script`. */
const contentEdits = (
  text: string,
  element: Element,
  own: Standing,
  { addresses, page }: PageContext,
): readonly Edit[] => {
  const from = startTag(element)?.endOffset
  const to = element.sourceCodeLocation?.endTag?.startOffset
  if (from === undefined || to === undefined) return []
  const content = text.slice(from, to)
  if (element.tagName === 'style') return shifted(cssEdits(content, own, addresses), from)
  if (element.tagName !== 'script' || attributeOf(element, 'src') !== undefined) return []
  const kind = scriptKindOf(element)
  return kind === null ? [] : shifted(scriptEdits(content, kind, page, own, addresses), from)
}

const scriptKindOf = (element: Element): ScriptKind | null => {
  const type = (attributeOf(element, 'type') ?? '').trim().toLowerCase()
  if (type === 'module') return 'module'
  return type === '' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type) ? 'script' : null
}

/**
 * A page without an origin may draw its own pictures, but not read the canvas afterwards, nor use them in WebGL, unless
 * they are loaded with `crossorigin`; and no answer to a request with credentials ever reaches it (2.10).
 */
const crossOrigin = (element: Element, draws: boolean): readonly Edit[] => {
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
  const needs =
    (draws && (element.tagName === 'img' || element.tagName === 'video') && isLocal(source)) ||
    (element.tagName === 'link' &&
      relOf(element).includes('preload') &&
      attributeOf(element, 'as') === 'font')
  const tag = startTag(element)
  if (!needs || value !== undefined || tag === undefined) return []
  const at = tag.startOffset + 1 + element.tagName.length
  const why =
    element.tagName === 'link'
      ? 'fonts are loaded so'
      : 'without it a canvas that it is drawn on cannot be read'
  const change = { kind: 'crossorigin', from: null, to: `<${element.tagName} crossorigin>`, why } as const
  return [{ start: at, end: at, text: ' crossorigin', change }]
}

const sourceOf = (element: Element): string | undefined =>
  attributeOf(element, 'src') ?? attributeOf(element, 'href')

/** Whether an element loads a script or a style sheet. */
const isCode = (element: Element): boolean =>
  element.tagName === 'script' || (element.tagName === 'link' && relOf(element).includes('stylesheet'))

const isLocal = (source: string | undefined): boolean =>
  source !== undefined &&
  (destinationOf(source) === 'root' ||
    (destinationOf(source) === 'elsewhere' && !/^\s*[a-z][a-z0-9+.-]*:/i.test(source)))

/** The SDK before every other script of the page (4), and with it the call that takes the loading cover away (4.2). */
const sdkEdit = (
  text: string,
  elements: readonly Element[],
  { source, ready }: NonNullable<PageContext['sdk']>,
): Edit => {
  const first = elements.find(({ tagName }) => tagName === 'script')
  const head = elements.find(({ tagName }) => tagName === 'head' || tagName === 'body' || tagName === 'html')
  const at =
    (first === undefined ? undefined : startTag(first)?.startOffset) ??
    (head === undefined
      ? undefined
      : (head.sourceCodeLocation?.endTag?.startOffset ?? startTag(head)?.endOffset)) ??
    /^\s*(?:<!doctype[^>]*>)?/i.exec(text)?.[0].length ??
    0
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const indent = /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, at))?.[1] ?? ''
  const lines = [
    `<script src="${escapeUTF8(source)}"></script>`,
    // Outside the host it is rejected, and that is no error of the game.
    ...(ready ? ["<script>addEventListener('load', () => Service.ready().catch(() => {}))</script>"] : []),
  ]
  return {
    start: at,
    end: at,
    text: lines.map((line) => `${line}${newline}${indent}`).join(''),
    change: {
      kind: 'sdk',
      from: null,
      to: lines.join(' '),
      why: ready
        ? 'it comes before all other scripts, and takes the loading cover away when the page is there'
        : 'it comes before all other scripts',
    },
  }
}

const startTag = (element: Element) =>
  element.sourceCodeLocation?.startTag ?? element.sourceCodeLocation ?? undefined

const attributePlace = (element: Element, name: string) => element.sourceCodeLocation?.attrs?.[name]

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
  const mended = edits.reduceRight(
    (all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end),
    value,
  )
  const written = quote === '' ? `"${escapeUTF8(mended)}"` : escapeUTF8(mended)
  return [{ start, end, text: written, change: { ...change, from: value, to: mended } }]
}

const withoutAttribute = (text: string, element: Element, name: string, why: string): Edit => {
  const place = attributePlace(element, name)
  const start = place?.startOffset ?? 0
  const end = place?.endOffset ?? 0
  const blank = /\s*$/.exec(text.slice(0, start))?.[0].length ?? 0
  const change = { kind: 'removed', from: text.slice(start, end), to: null, why } as const
  return { start: start - blank, end, text: '', change }
}

/** An element taken out with all that it holds; with its line, where it has one of its own. */
const removal = (text: string, element: Element, why: string): Edit => {
  const tag = startTag(element)
  const start = tag?.startOffset ?? 0
  const end = element.sourceCodeLocation?.endTag?.endOffset ?? tag?.endOffset ?? 0
  const change = { kind: 'removed', from: text.slice(start, end), to: null, why } as const
  const before = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, start))?.[1]
  const after = /^[ \t]*(?:\r\n|\n|$)/.exec(text.slice(end))?.[0]
  return before === undefined || after === undefined
    ? { start, end, text: '', change }
    : { start: start - before.length, end: end + after.length, text: '', change }
}
