import { SDK_FILE_NAME } from '../../sdk/sdk-file.js'
import { SHIM_FILE_NAME } from '../../shim/part-names.js'
import type { Edit } from '../edits.js'
import { relativePath } from '../game-paths.js'
import {
  attributeOf,
  type Element,
  elementsOfPage,
  extentOf,
  indentAt,
  loadsFile,
  scriptKindOf,
  withoutAttribute,
} from '../pages/page-elements.js'

/**
 * How the shim is put into a page: right after the SDK, and before every other script. Where the page does not load the
 * SDK first of all, that comes with it; a second one does nothing.
 * @param path the page's, in the bundle
 * @param why what the shim stands in for, as it is told
 * @param site the folder of its site in which the game was: `/game`, or empty
 * @returns none where the page loads it already
 */
export const shimEdits = (text: string, path: string, why: string, site = ''): readonly Edit[] => {
  const elements = elementsOfPage(text)
  const scripts = elements.filter((element) => element.tagName === 'script' && scriptKindOf(element) !== null)
  if (scripts.some((script) => loadsFile(script, SHIM_FILE_NAME))) return []
  const told = site === '' ? '' : ` data-site="${site}"`
  const tag = (file: string): string =>
    `<script src="${relativePath(path, file)}"${file === SHIM_FILE_NAME ? told : ''}></script>`
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const change = { kind: 'shim', from: null, to: tag(SHIM_FILE_NAME), why } as const
  const [first] = scripts
  const end = first?.sourceCodeLocation?.endOffset
  if (first === undefined || end === undefined || !loadsFile(first, SDK_FILE_NAME)) {
    const at = placeOfFirst(text, elements)
    const indent = indentAt(text, at)
    const between = indent === null ? '' : `${newline}${indent}`
    const tags = [tag(SDK_FILE_NAME), tag(SHIM_FILE_NAME)]
    return [{ start: at, end: at, text: tags.map((one) => `${one}${between}`).join(''), change }]
  }
  // A line of its own, where the SDK has one.
  const rest = /^[ \t]*(?:\r\n|\n)/.exec(text.slice(end))?.[0]
  const indent = indentAt(text, first.sourceCodeLocation?.startOffset ?? end)
  const own = rest !== undefined && indent !== null
  const at = own ? end + rest.length : end
  const line = own ? `${indent}${tag(SHIM_FILE_NAME)}${newline}` : tag(SHIM_FILE_NAME)
  return [...withoutDelay(text, first), { start: at, end: at, text: line, change }]
}

/** The shim asks the SDK for the saved values immediately: this must not wait for the page. */
const withoutDelay = (text: string, sdk: Element): readonly Edit[] =>
  ['defer', 'async'].flatMap((name) =>
    withoutAttribute(text, sdk, name, 'the browser shim needs the SDK before it'),
  )

/**
 * Lets the scripts at the end of a page wait for it, so that all of them are found before a router changes the page's
 * address. Those before an inline script stay: it may use what they leave. Modules are not loaded ahead: no import map
 * counts after that.
 */
export const waitingEdits = (text: string): readonly Edit[] => {
  const elements = elementsOfPage(text)
  const ahead = elements.flatMap((element): readonly Edit[] => {
    if (element.tagName !== 'link' || !/^\s*modulepreload\s*$/i.test(attributeOf(element, 'rel') ?? ''))
      return []
    const { start, end } = extentOf(element)
    const change = {
      kind: 'removed',
      from: text.slice(start, end),
      to: null,
      why: 'after a preload, the browser ignores the import map of the browser shim',
    } as const
    return [{ start, end, text: '', change }]
  })
  const scripts = elements.filter(
    (element) => element.tagName === 'script' && scriptKindOf(element) === 'script',
  )
  const inline = scripts.findLastIndex((script) => attributeOf(script, 'src') === undefined)
  const waiting = scripts.slice(inline + 1).flatMap((script): readonly Edit[] => {
    const start = script.sourceCodeLocation?.startTag?.startOffset
    if (start === undefined || [SDK_FILE_NAME, SHIM_FILE_NAME].some((file) => loadsFile(script, file)))
      return []
    if (['defer', 'async'].some((name) => attributeOf(script, name) !== undefined)) return []
    const at = start + '<script'.length
    const change = {
      kind: 'shim',
      from: null,
      to: 'defer',
      why: 'it runs after the browser shim has set the path that the router reads',
    } as const
    return [{ start: at, end: at, text: ' defer', change }]
  })
  return [...ahead, ...waiting]
}

/** Whether a page has any script, be it a handler. */
export const runsScripts = (text: string): boolean =>
  elementsOfPage(text).some(({ tagName }) => tagName === 'script')

/** Before the first script; in a page without one, where a script comes before all that is shown. */
const placeOfFirst = (text: string, elements: readonly Element[]): number => {
  const startOf = (element: Element | undefined): number | undefined =>
    element?.sourceCodeLocation?.startTag?.startOffset ?? element?.sourceCodeLocation?.startOffset
  const first = elements.find(({ tagName }) => tagName === 'script')
  const head = elements.find(({ tagName }) => tagName === 'head')
  const top = elements.find(({ tagName }) => tagName === 'body' || tagName === 'html')
  return (
    startOf(first) ??
    head?.sourceCodeLocation?.endTag?.startOffset ??
    (head ?? top)?.sourceCodeLocation?.startTag?.endOffset ??
    /^\s*(?:<!doctype[^>]*>)?/i.exec(text)?.[0].length ??
    0
  )
}
