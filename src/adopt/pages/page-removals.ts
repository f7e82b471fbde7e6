import { escapeUTF8 } from 'entities/escape'
import { resolvePath } from '../../check/facts/bundle/paths.js'
import { LISTED_URL_ATTRIBUTES } from '../../check/facts/html/names.js'
import { isTracker } from '../../check/facts/text/tracker-hosts.js'
import { destinationOf, leadsOut, srcsetUrls } from '../../check/facts/text/url.js'
import { isBinaryFile } from '../../platform/file-types.js'
import type { Addresses, Standing } from '../addresses.js'
import { addressEdits, type Edit, ELSEWHERE, removedPart } from '../edits.js'
import { libraryAt } from '../libraries.js'
import type { SpareScripts } from '../spare-scripts.js'
import { reloadsPage, snippetOf } from '../trackers.js'
import { fallbackWords, fontsAt, isWebFontLoader } from './google-fonts.js'
import {
  attributeOf,
  contentOf,
  type Element,
  elementsOfPage,
  extentOf,
  isCode,
  isPolicy,
  refreshOf,
  relOf,
  removal,
  scriptKindOf,
  sourceOf,
  withoutAttribute,
} from './page-elements.js'

const NO_NETWORK = 'the platform refuses it: a mini app has no network'
const LEAVES = 'the platform refuses it: a mini app cannot navigate away'
const USELESS_LINKS: ReadonlyMap<string, string> = new Map([
  ['preconnect', NO_NETWORK],
  ['dns-prefetch', NO_NETWORK],
  ['prefetch', NO_NETWORK],
  ['prerender', NO_NETWORK],
  ['manifest', 'a mini app has a manifest of another kind, and the sandbox loads no web manifest'],
  ...[
    'alternate',
    'amphtml',
    'author',
    'canonical',
    'edituri',
    'me',
    'pingback',
    'search',
    'shortlink',
    'webmention',
    'wlwmanifest',
  ].map((word) => [word, 'it describes the page on the web, and a mini app is not on the web'] as const),
])

/** What is known of the game when elements of a page are taken out. */
export interface RemovalContext {
  readonly addresses: Addresses
  /** The style sheet of Google Fonts that scripts ask for; null if none does. */
  readonly scriptedFonts: string | null
  /** Whether any other script of the game has a name in it. */
  readonly isUsed: (name: string) => boolean
  /** The scripts of other hosts that the game starts without. */
  readonly spare: SpareScripts
  /** The files that stay behind, each with the reason. */
  readonly leaves: ReadonlyMap<string, string>
  /** The addresses of the elements that stay in any case. */
  readonly keeps: ReadonlySet<string>
  /** Where the entry page stands: the addresses in scripts are resolved against it. */
  readonly page: Standing
  /** Whether the page is one beside the game, without a script of the game's own. */
  readonly isBeside: boolean
}

/** Elements that a bundle may not have, or that do nothing in one. */
export const removals = (
  text: string,
  element: Element,
  own: Standing,
  context: RemovalContext,
): readonly Edit[] => {
  const { addresses, leaves, scriptedFonts } = context
  const source = sourceOf(element) ?? ''
  if (context.keeps.has(source === '' ? (attributeOf(element, 'action') ?? '') : source)) return []
  const left = isCode(element)
    ? (leaves.get(source) ?? leaves.get(resolvePath(own.base, source.replace(/^\//, './')) ?? ''))
    : undefined
  if (left !== undefined) return [removal(text, element, left)]
  switch (element.tagName) {
    case 'a':
      return DEVELOPERS_LINK.test(source)
        ? [removal(text, element, "it loads a tool from the developer's machine")]
        : []
    case 'base':
      return [removal(text, element, 'the platform refuses it; addresses are relative to the page')]
    case 'iframe':
      return destinationOf(source) === 'web'
        ? [removal(text, element, 'the platform refuses frames, and a mini app has no network')]
        : []
    case 'meta':
      return isPolicy(element)
        ? [removal(text, element, 'it would block what was added, and the platform isolates the app itself')]
        : ofRefresh(text, element, own, addresses)
    case 'noscript':
      return loadsRemote(text, element)
        ? [
            removal(
              text,
              element,
              'scripts always run in a mini app, and the platform refuses remote addresses',
            ),
          ]
        : []
    case 'script':
      if (isWebFontLoader(source)) return ofFontLoader(text, element, own, addresses, scriptedFonts)
      return ofScript(text, element, source, own, context)
    case 'link':
      return ofLink(text, element, source, own, context)
    case 'form':
      return leadsOut(attributeOf(element, 'action') ?? '')
        ? [removal(text, element, 'it sends data to another site, and a mini app has no network')]
        : []
    case 'audio':
    case 'embed':
    case 'img':
    case 'input':
    case 'object':
    case 'source':
    case 'track':
    case 'video':
      return ofMedia(text, element, own, context)
    default:
      return []
  }
}

/**
 * Pictures and sounds of other sites: the elements go. One of the entry page that has an id stays without the address, since a
 * script may ask for it.
 */
const ofMedia = (
  text: string,
  element: Element,
  own: Standing,
  { page }: RemovalContext,
): readonly Edit[] => {
  const remote = ['src', 'srcset', 'data', 'poster'].filter((name) => {
    const value = attributeOf(element, name) ?? ''
    return (name === 'srcset' ? srcsetUrls(value) : [value]).some(leadsOut)
  })
  if (remote.length === 0) return []
  const mayBeUsed = own.file === page.file && attributeOf(element, 'id') !== undefined
  return mayBeUsed
    ? remote.flatMap((name) => withoutAttribute(text, element, name, ELSEWHERE))
    : [removal(text, element, ELSEWHERE)]
}

/** The platform refuses a `meta` element that sends people elsewhere (2.8); a script may open another page of the app. */
const ofRefresh = (text: string, element: Element, own: Standing, addresses: Addresses): readonly Edit[] => {
  const refresh = refreshOf(element)
  if (refresh === null) return []
  const { seconds, url } = refresh
  if (url === '' || destinationOf(url) !== 'elsewhere') return [removal(text, element, LEAVES)]
  const target = JSON.stringify(addresses.fix(url, own, 'page')?.url ?? url).replaceAll('<', '\\u003c')
  const open = `location.replace(${target})`
  const script = seconds === 0 ? open : `setTimeout(() => ${open}, ${seconds * 1_000})`
  const { start, end } = extentOf(element)
  const why = 'the platform refuses it; a script opens the page instead'
  return [removedPart(text, start, end, why, `<script>${script}</script>`)]
}

const loadsRemote = (text: string, element: Element): boolean => {
  const content = contentOf(text, element)
  return (
    content !== null &&
    elementsOfPage(content.text).some(({ tagName, attrs }) =>
      attrs.some(
        ({ name, value }) =>
          !['a', 'area'].includes(tagName) && LISTED_URL_ATTRIBUTES.has(name) && leadsOut(value),
      ),
    )
  )
}

const NEEDED_LATER = 'a mini app has no network, and the game starts without it: what uses it later fails'
const NOT_NEEDED = 'a mini app has no network, and nothing in the game seems to use it'
const COUNTS = 'it counts visitors or shows ads over the network, which a mini app does not have'

/** Whether a page has a script of its own that does more than count visitors. */
export const hasOwnScript = (
  text: string,
  elements: readonly Element[],
  isUsed: (name: string) => boolean,
): boolean =>
  elements.some((element) => {
    if (element.tagName !== 'script' || scriptKindOf(element) === null) return false
    const source = sourceOf(element) ?? ''
    if (source !== '') return destinationOf(source) !== 'web'
    return snippetOf(contentOf(text, element)?.text ?? '', isUsed) === null
  })

const ofScript = (
  text: string,
  element: Element,
  source: string,
  own: Standing,
  { addresses, isUsed, spare, isBeside }: RemovalContext,
): readonly Edit[] => {
  if (destinationOf(source) === 'web') {
    if (isTracker(source)) return [removal(text, element, COUNTS)]
    if (isBeside) return [removal(text, element, ELSEWHERE)]
    const without = spare.get(source)
    if (without === undefined || addresses.isAtHand(source)) return []
    if (without !== 'fails-if-used') return [removal(text, element, NOT_NEEDED)]
    // npm may have it.
    if (libraryAt(source) !== null) addresses.fixRemote(source, own)
    return [removal(text, element, NEEDED_LATER)]
  }
  if (isBinaryFile(source.replace(/[?#].*/s, ''))) return [removal(text, element, NO_SCRIPT)]
  if (source !== '' || scriptKindOf(element) === null) return []
  const content = contentOf(text, element)
  if (leadsOut(REDIRECT.exec(content?.text ?? '')?.[1] ?? '')) return [removal(text, element, LEAVES)]
  if (reloadsPage(content?.text ?? '')) return [removal(text, element, RELOADS)]
  const snippet = content === null ? null : snippetOf(content.text, isUsed)
  if (snippet === null) return []
  if (snippet.stub === '') return [removal(text, element, COUNTS)]
  // A script of the game calls the counter: what it calls stays, and does nothing.
  const { start, end } = extentOf(element)
  return [removedPart(text, start, end, COUNTS, `<script>${snippet.stub}</script>`)]
}

/** A bookmarklet such as the reload of GWT's Super Dev Mode, which the page of each new libGDX project has. */
const DEVELOPERS_LINK = /^\s*javascript:.*(?:\/|%2F)localhost\b/is

const NO_SCRIPT = 'the file is not a script, so no browser runs it'

const RELOADS = 'a development server added it, to reload the page after a change'

/** A script that opens another page and does nothing else. */
const REDIRECT =
  /^\s*(?:(?:window|document|self|top)\.)?location(?:\.href\s*=|\.(?:replace|assign)\(|\s*=)\s*["']([^"'\n]+)["']\s*\)?;?\s*$/

/** The browser shim loads the fonts in place of the Web Font Loader, from the style sheet that is put here. */
const ofFontLoader = (
  text: string,
  element: Element,
  own: Standing,
  addresses: Addresses,
  sheet: string | null,
): readonly Edit[] => {
  const why = 'the browser shim stands in for it'
  if (sheet === null) return [removal(text, element, `${why}: a mini app has no network`)]
  const fixed = addresses.fixRemote(sheet, own)
  if (fixed === null) return [removal(text, element, `${why}; ${fallbackWords(fontsAt(sheet))}`)]
  const { start, end } = extentOf(element)
  const link = `<link rel="stylesheet" href="${escapeUTF8(fixed.url)}">`
  return addressEdits(text.slice(start, end), start, { url: link, why })
}

const ofLink = (
  text: string,
  element: Element,
  source: string,
  own: Standing,
  { addresses, isBeside }: RemovalContext,
): readonly Edit[] => {
  const rel = relOf(element)
  const isStyle = rel.includes('stylesheet')
  const useless = isStyle ? undefined : rel.find((word) => USELESS_LINKS.has(word))
  if (useless !== undefined) return [removal(text, element, USELESS_LINKS.get(useless) ?? '')]
  if (!leadsOut(source)) return []
  if (!isStyle) return [removal(text, element, NO_NETWORK)]
  const fonts = fontsAt(source)
  if (addresses.isAtHand(source)) return []
  if (fonts.length === 0) return isBeside ? [removal(text, element, ELSEWHERE)] : []
  addresses.fixRemote(source, own)
  return [removal(text, element, fallbackWords(fonts))]
}
