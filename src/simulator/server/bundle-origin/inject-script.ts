import { type DefaultTreeAdapterTypes, html, parse } from 'parse5'
import { DeclaredRoots, OPEN_MODE } from '../../../platform/declared-roots.js'
import { MUTED_CROSSORIGIN, ROOT_MARK, ROOT_STARTED } from '../../injected-messages.js'

/**
 * Inserts a script before a page's own code, without changing its lines or its mode. Two kinds of tags also get an
 * attribute, because the browser would hide something otherwise:
 * - a script of the bundle without CORS is loaded with it, so that its errors have a message and a position (the injected
 *   script hides them from the app, which would not see them on the service either);
 * - a declarative closed shadow root becomes open, so that no frame can hide in it (2.10). One after a script also gets a
 *   script at its start that says so, since its host was searched before; the injected script removes it.
 *
 * The bytes are read as Latin-1, one character each: all markup is ASCII in UTF-8, so the parser's positions are byte
 * positions for any page.
 * @param script JavaScript on a single line, without `</script`
 */
export const injectScript = (page: Uint8Array, script: string): Uint8Array => {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  const start = hasByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0
  const text = bytes.toString('latin1', start)
  const document = parse(text, { sourceCodeLocationInfo: true, scriptingEnabled: true })
  const elements = elementsIn(document)
  const insertions = [
    { at: insertionPoint(document), text: `<script>${script}</script>` },
    ...elements.flatMap(crossOrigin),
    ...openModes(text),
    ...rootMarks(elements),
  ].sort((a, b) => a.at - b.at)
  const pieces: Buffer[] = []
  let from = 0
  for (const { at, text } of insertions) {
    pieces.push(bytes.subarray(from, start + at), Buffer.from(text))
    from = start + at
  }
  return Buffer.concat([...pieces, bytes.subarray(from)])
}

interface Insertion {
  /** The offset in the page, without its byte order mark. */
  readonly at: number
  readonly text: string
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

const hasByteOrderMark = (bytes: Buffer): boolean =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)

/**
 * After the start tag of `head`, or else of `html`, or else after the doctype: a script before it would put the page in
 * quirks mode.
 */
const insertionPoint = (document: DefaultTreeAdapterTypes.Document): number => {
  const root = document.childNodes.find((node) => node.nodeName === 'html')
  const head = root !== undefined && 'childNodes' in root ? root.childNodes.find(isHead) : undefined
  const doctype = document.childNodes.find((node) => node.nodeName === '#documentType')
  return startTagEnd(head) ?? startTagEnd(root) ?? doctype?.sourceCodeLocation?.endOffset ?? 0
}

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const isHead = (node: Node): boolean => node.nodeName === 'head'

const startTagEnd = (node: Node | undefined): number | undefined => {
  const location = node?.sourceCodeLocation
  return location !== undefined && location !== null && 'startTag' in location
    ? location.startTag?.endOffset
    : undefined
}

/** Every element, including those in templates. Without recursion, because pages can be nested to any depth. */
const elementsIn = (document: DefaultTreeAdapterTypes.Document): Element[] => {
  const found: Element[] = []
  const toSee: (DefaultTreeAdapterTypes.ParentNode | Node)[] = [document]
  for (let node = toSee.pop(); node !== undefined; node = toSee.pop()) {
    if ('tagName' in node) found.push(node)
    if ('content' in node) toSee.push(node.content)
    if ('childNodes' in node) for (const child of node.childNodes) toSee.push(child)
  }
  return found
}

const crossOrigin = (element: Element): readonly Insertion[] => {
  const startTag = startTagOf(element)
  const attribute = (name: string): string | undefined =>
    element.attrs.find((one) => one.name === name)?.value
  if (
    startTag === null ||
    element.tagName !== 'script' ||
    attribute('src') === undefined ||
    !isClassic(attribute('type') ?? '') ||
    attribute('crossorigin') !== undefined ||
    // With `integrity`, the script does not load on a page without an origin, here or on the service.
    attribute('integrity') !== undefined
  )
    return []
  return [{ at: startTag.startOffset + '<script'.length, text: ` crossorigin="${MUTED_CROSSORIGIN}" ` }]
}

/** A browser may read as a tag what the parser here does not: a script can change how the rest is read. */
const openModes = (text: string): readonly Insertion[] => {
  if (!/shadowrootmode/i.test(text)) return []
  const roots = new DeclaredRoots()
  const found: Insertion[] = []
  for (let at = 0; at < text.length; at++)
    if (roots.read(text.charAt(at))) found.push({ at, text: OPEN_MODE })
  return found
}

const rootMarks = (elements: readonly Element[]): readonly Insertion[] => {
  const starts = (tagName: string) =>
    elements.flatMap((element) => {
      const startTag = element.tagName === tagName ? startTagOf(element) : null
      return startTag === null ? [] : [{ element, startTag }]
    })
  const firstScript = starts('script').reduce(
    (first, { startTag }) => Math.min(first, startTag.startOffset),
    Infinity,
  )
  return starts('template')
    .filter(
      ({ element, startTag }) =>
        startTag.startOffset > firstScript && element.attrs.some(({ name }) => name === 'shadowrootmode'),
    )
    .map(({ startTag }) => ({
      at: startTag.endOffset,
      text: `<script ${ROOT_MARK}>${ROOT_STARTED}()</script>`,
    }))
}

/** Where the tag of an HTML element is in the page, or null. */
const startTagOf = ({ sourceCodeLocation, namespaceURI }: Element) =>
  namespaceURI === html.NS.HTML ? (sourceCodeLocation?.startTag ?? null) : null

/** Whether a script of this type is JavaScript, but not a module. */
const isClassic = (type: string): boolean =>
  type === '' || /^\s*(text|application)\/(x-)?(java|ecma)script\s*$/i.test(type)
