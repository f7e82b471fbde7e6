import { extensionOf } from '../../../platform/file-types.js'
import type { Impact } from '../../problem.js'
import type { StyleLink } from '../css/link.js'
import { STYLES } from '../css/styles.js'
import type { FileFacts, ScriptUsing } from '../file.js'
import { attribute, type HtmlElement, isDownload, scriptKind } from '../html/element.js'
import type { Needs } from '../needs.js'
import type { Failure } from '../script/failures.js'
import { isWaitedFor } from '../script/listeners.js'
import { looksAtAnswer, trustsFetched } from '../script/missing-answer.js'
import { stringOf } from '../script/node.js'
import { SCRIPTS } from '../script/part.js'
import { everyTextOf } from '../script/url-text.js'
import type { ScriptUse } from '../script/use.js'
import type { Evaluator } from '../script/value.js'
import type { Place } from '../text/position.js'
import { destinationFrom, srcsetUrls } from '../text/url.js'
import { resolvePath } from './paths.js'

/** A file of the bundle that a page, a style sheet or a script names. */
export interface NamedFile {
  /** What names it, for a message: `The src of <img>`, `url()`, `fetch`. */
  readonly what: string
  /** As it is written. */
  readonly url: string
  /** The bundle path that it names; null where that depends on the page that loads the script. */
  readonly path: string | null
  readonly place: Place
  /** What the app is without it: it fails, or looks or sounds wrong. */
  readonly impact: Impact
  /** Of what a script requests: how that fails, which matters only where it is reached. */
  readonly fails?: Failure['fails']
  /** Whether an element would run it. */
  readonly isScript: boolean
}

/** The attributes by which an element loads a file, or leads to one. */
const LOADING: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href']],
  ['area', ['href']],
  ['audio', ['src']],
  ['body', ['background']],
  ['image', ['href', 'xlink:href']],
  ['img', ['src', 'srcset']],
  ['input', ['src']],
  ['link', ['href', 'imagesrcset']],
  ['script', ['src', 'href', 'xlink:href']],
  ['source', ['src', 'srcset']],
  ['track', ['src']],
  ['video', ['src', 'poster']],
])

const ELEMENTS: Needs = { page: { attributes: [...new Set([...LOADING.values()].flat())] } }
const USES: Needs = { script: { words: ['import', 'fetch', 'Audio', 'Request', 'open', 'src'] } }

/** What `missingFiles` reads. */
export const NAMED_FILES: readonly Needs[] = [SCRIPTS, STYLES, ELEMENTS, USES]

// A hostile page could hold a million; the report shows a hundred.
const MAX_NAMED = 10_000

/**
 * The files that a file names for certain and that are not there, or may not be: of a page what it loads and links
 * to, of CSS what it shows, of a script what it imports and requests by a literal text. A file that exists
 * is not kept: that would hold every page in memory.
 * @param isThere whether the bundle has a file of this path
 */
export const missingFiles = async (
  file: FileFacts,
  isThere: (path: string) => boolean,
): Promise<readonly NamedFile[]> => {
  const { path, isHtml, isScript, extension } = file
  const named: NamedFile[] = []
  if (isHtml) for (const element of await file.page(ELEMENTS)) addByElement(named, element, path, isThere)
  if (isHtml || extension === 'css') addByStyles(named, await file.styles(), path, isThere)
  if (isHtml || isScript)
    for (const script of await file.scriptsUsing(USES))
      named.push(
        ...namedByScript(script, path, isHtml ? path : null).filter(
          (one) => one.path === null || !isThere(one.path),
        ),
      )
  return named.slice(0, MAX_NAMED)
}

/** The bundle path that a URL names; null where it leads elsewhere, to a folder, or a script has yet to fill it in. */
export const namedPath = (from: string, url: string): string | null => {
  const plain = url.length <= LONGEST_PLAIN && PLAIN_PATH.test(url) ? plainPath(from, url) : null
  if (plain !== null) return plain
  // `{{picture}}`, `<%= picture %>`, `[[picture]]`, CSS that no browser reads; and what names the page itself.
  if (/[{}<>$'"]|\[\[|^\s*(?:[#?]|$)/.test(url) || destinationFrom(from, url) !== 'elsewhere') return null
  const path = resolvePath(from, url)
  return path === null || path === '' || path.endsWith('/') ? null : path
}

// Nearly every URL: nothing to decode, and no dot segment but at its start.
const PLAIN_PATH = /^(?:\.\.?\/)*(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/

// Of a longer one, the way back through the pattern takes memory, and may not end.
const LONGEST_PLAIN = 1_000

/** What a plain URL names, without the parsing that takes most of a page's time; null where it climbs too far. */
const plainPath = (from: string, url: string): string | null => {
  let folder = from.slice(0, from.lastIndexOf('/') + 1)
  let at = 0
  for (;;) {
    if (url.startsWith('./', at)) at += 2
    else if (url.startsWith('../', at)) {
      if (folder === '') return null
      folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
      at += 3
    } else return folder + url.slice(at)
  }
}

/** The links that load. One for an icon does not: a frame shows none, and no browser asks for it. */
const LOADING_LINKS: ReadonlySet<string> = new Set(['stylesheet', 'preload', 'modulepreload'])

const addByElement = (
  named: NamedFile[],
  element: HtmlElement,
  page: string,
  isThere: (path: string) => boolean,
): void => {
  const names = LOADING.get(element.name)
  if (names === undefined || !isLoading(element)) return
  for (const found of element.attributes) {
    const { name, value } = found
    if (!names.includes(name)) continue
    const isList = name === 'srcset' || name === 'imagesrcset'
    for (const url of isList ? srcsetUrls(value) : [value]) {
      const path = namedPath(page, url)
      if (path !== null && !isThere(path))
        named.push(
          new Named(`The ${name} of <${element.name}>`, url, path, found, impactOf(element), {
            isScript: element.name === 'script',
          }),
        )
    }
  }
}

/** A script that is missing does not run, and a link to a page that is missing leads out of the app. */
const impactOf = ({ name }: HtmlElement): Impact => {
  if (name === 'script') return 'breaks'
  return name === 'a' || name === 'area' ? 'fails-if-used' : 'degrades'
}

const isLoading = (element: HtmlElement): boolean => {
  // A click on it does nothing, whether the file is there or not: a rule of its own reports that.
  if (isDownload(element)) return false
  if (element.name === 'script') return ['classic', 'module'].includes(scriptKind(element))
  if (element.name !== 'link') return true
  const words = (attribute(element, 'rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/)
  return words.some((word) => LOADING_LINKS.has(word))
}

const addByStyles = (
  named: NamedFile[],
  links: readonly StyleLink[],
  from: string,
  isThere: (path: string) => boolean,
): void => {
  for (const link of links) {
    const { kind, url, within } = link
    if (kind === 'value' || within === 'namespace' || (kind === 'text' && !PICTURES.has(within))) continue
    const path = namedPath(from, url)
    // Fonts in formats that browsers no longer support: they skip them and load the next source.
    if (path === null || isThere(path) || /\.eot(?:[?#]|$)|\.svg#/i.test(url)) continue
    const what = kind === 'text' ? `${within}()` : within === 'import' ? '@import' : 'url()'
    named.push(new Named(what, url, path, link, 'degrades', {}))
  }
}

/** The functions in which a text is a URL. */
const PICTURES: ReadonlySet<string> = new Set(['image-set', '-webkit-image-set', 'image', 'src'])

/** @param page the page whose script it is; null for a file, which any page may load */
const namedByScript = (
  { script: { part, values }, uses }: ScriptUsing,
  from: string,
  page: string | null,
): readonly NamedFile[] =>
  uses.flatMap((use) =>
    requestedUrls(use, values).flatMap((url) => {
      // A bare name is a package, which an import map resolves.
      if (use.kind === 'import' && !/^\.{1,2}\//.test(url)) return []
      const base = use.kind === 'import' ? from : page
      // A URL that cannot name a file of the bundle cannot do so from any page.
      // A folder is what bundlers look for an index file in; a browser does not.
      const path = namedPath(base ?? from, use.kind === 'import' ? url.replace(/[/]$/, '') : url)
      if (path === null && (base !== null || !isRelative(url))) return []
      const what = use.kind === 'import' ? 'import' : use.names.filter((name) => name !== '').join('.')
      const place = { place: part.place(use.offset) }
      return [
        new Named(what, url, base === null ? null : path, place, impactOfRequest(use, values), {
          fails: failingOf(use),
        }),
      ]
    }),
  )

/** The URLs that a use requests, where all of them are known: one, or each of those that it goes through. */
const requestedUrls = (use: ScriptUse, script: Evaluator): readonly string[] => {
  const value = requested(use)
  if (value === undefined) return []
  const urls = use.kind === 'import' ? [stringOf(value) ?? ''] : everyTextOf(value, script)
  return urls.every((url) => isRequest(use, url)) ? urls : []
}

/** A source that nothing waits for only shows or plays nothing; a `Request` sends nothing until it is fetched. */
const impactOfRequest = (
  { kind, names, answer, object, call, values }: ScriptUse,
  script: Evaluator,
): Impact => {
  if (kind === 'assign' || kind === 'new')
    return names.at(-1) !== 'Request' && isWaitedFor(call ?? object, script) ? 'breaks' : 'degrades'
  // Nobody notices that an answer is missing which nobody looks at.
  if (names.at(-1) === 'fetch')
    return answer === 'used' && call !== null && trustsFetched(call, script) ? 'breaks' : 'degrades'
  if (names.at(-1) === 'open')
    return isSynchronous(values) || looksAtAnswer(object, script) ? 'breaks' : 'degrades'
  return kind === 'import' && answer === 'handled' ? 'degrades' : 'breaks'
}

/** How a request fails: an XMLHttpRequest calls what listens with an answer that nobody expects, unless it is synchronous. */
const failingOf = ({ kind, names, values }: ScriptUse): Failure['fails'] => {
  if (kind === 'assign' || kind === 'new') return 'waits'
  if (kind !== 'call' || names.at(-1) !== 'open') return 'rejects'
  return isSynchronous(values) ? 'throws' : 'waits'
}

/** Whether `open` is given that the request is synchronous. */
const isSynchronous = (values: ScriptUse['values']): boolean => values[2]?.['value'] === false

/** Whether a URL climbs, which a page in a folder may do and one at the root may not. */
const isRelative = (url: string): boolean => /^\.\.?\//.test(url)

/** What a use may request as soon as it runs. */
const requested = ({ names, global, kind, values }: ScriptUse): ScriptUse['values'][number] | undefined => {
  const last = names.at(-1)
  if (kind === 'import') return values[0]
  if (kind === 'call' && global && names.length === 1 && last === 'fetch') return values[0]
  if (kind === 'new' && global && names.length === 1 && (last === 'Audio' || last === 'Request'))
    return values[0]
  if (kind === 'call' && names.length > 1 && last === 'open')
    return /^(?:GET|POST|HEAD)$/i.test(stringOf(values[0]) ?? '') ? values[1] : undefined
  return kind === 'assign' && last === 'src' && names.length > 1 ? values[0] : undefined
}

const isRequest = ({ names, kind, caught }: ScriptUse, url: string): boolean => {
  const isFile = extensionOf(url) !== null
  // An object that is not an element may have a `src` too: it counts only if it is a file name.
  if (kind === 'assign') return isFile
  // Libraries try a file that nobody has, of a kind that nobody serves, to see what a request can do.
  return isFile || !caught || names.at(-1) !== 'open'
}

/** A class, since the place of an element is looked up only if there is something to say of it. */
class Named implements NamedFile {
  readonly what: string
  readonly url: string
  readonly path: string | null
  readonly impact: Impact
  readonly fails?: Failure['fails']
  readonly isScript: boolean
  readonly #at: { readonly place: Place }

  constructor(
    what: string,
    url: string,
    path: string | null,
    at: { readonly place: Place },
    impact: Impact,
    { fails, isScript = false }: Partial<Pick<NamedFile, 'fails' | 'isScript'>>,
  ) {
    this.what = what
    this.url = url
    this.path = path
    this.impact = impact
    if (fails !== undefined) this.fails = fails
    this.isScript = isScript
    this.#at = at
  }

  get place(): Place {
    return this.#at.place
  }
}
