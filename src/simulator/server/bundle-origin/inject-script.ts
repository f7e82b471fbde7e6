import { type DefaultTreeAdapterTypes, html, parse } from 'parse5'
import { MUTED_CROSSORIGIN } from '../../messages.js'

/**
 * Puts a script before any of a page's own code, without changing its lines or its mode. Two kinds of tags get an
 * attribute besides, for what the browser would hide otherwise:
 * - a script from the bundle that is loaded without CORS is loaded with it, so that its errors have a text and a place
 *   (the injected script keeps them from the app, which would not see them either on the service);
 * - a closed shadow root that only the parser can make is an open one, so that no frame hides in it (2.10).
 *
 * The bytes are read as Latin-1, one character each: what decides where something belongs is ASCII in UTF-8, and so
 * the positions that the parser gives are positions of bytes, whatever the page holds.
 * @param script JavaScript on a single line, without `</script`
 */
export const injectScript = (page: Uint8Array, script: string): Uint8Array => {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  const start = hasByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0
  const document = parse(bytes.toString('latin1', start), {
    sourceCodeLocationInfo: true,
    scriptingEnabled: true,
  })
  const insertions = [
    { at: insertionPoint(document), text: `<script>${script}</script>` },
    ...elementsIn(document).flatMap(insertionsInto),
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
  /** Where, from the page's start without its byte order mark. */
  readonly at: number
  readonly text: string
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

const hasByteOrderMark = (bytes: Buffer): boolean =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)

/**
 * After the start tag of `head`; where the page leaves it out, after that of `html`; where it leaves that out too,
 * after the doctype, since a script before it would put the page in quirks mode.
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

/** Every element, those in templates too; without recursion, since pages may nest as deep as they like. */
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

const insertionsInto = (element: Element): readonly Insertion[] => {
  const location = element.sourceCodeLocation
  if (location?.startTag === undefined || element.namespaceURI !== html.NS.HTML) return []
  const attribute = (name: string): string | undefined =>
    element.attrs.find((one) => one.name === name)?.value
  const mode = location.attrs?.['shadowrootmode']
  if (element.tagName === 'template' && mode !== undefined)
    return [{ at: mode.startOffset + 'shadowrootmode'.length, text: '=open data-mode' }]
  if (
    element.tagName === 'script' &&
    attribute('src') !== undefined &&
    isClassic(attribute('type') ?? '') &&
    attribute('crossorigin') === undefined &&
    // With one, the script does not load at all on a page without an origin, here and on the service.
    attribute('integrity') === undefined
  )
    return [
      {
        at: location.startTag.startOffset + '<script'.length,
        text: ` crossorigin="${MUTED_CROSSORIGIN}" `,
      },
    ]
  return []
}

/** Whether a script of this type is JavaScript that is no module. */
const isClassic = (type: string): boolean =>
  type === '' || /^\s*(text|application)\/(x-)?(java|ecma)script\s*$/i.test(type)
