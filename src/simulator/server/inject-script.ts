import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/**
 * Puts a script before any of a page's own code, without changing a byte of the page itself, its lines or its mode.
 *
 * The bytes are read as Latin-1, one character each: what decides where the script belongs is ASCII in UTF-8, and so
 * the positions that the parser gives are positions of bytes, whatever the page holds.
 * @param script JavaScript on a single line, without `</script`
 */
export const injectScript = (page: Uint8Array, script: string): Uint8Array => {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  const start = hasByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0
  const at = start + insertionPoint(bytes.toString('latin1', start))
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`<script>${script}</script>`), bytes.subarray(at)])
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

const hasByteOrderMark = (bytes: Buffer): boolean =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)

/**
 * After the start tag of `head`; where the page leaves it out, after that of `html`; where it leaves that out too,
 * after the doctype, since a script before it would put the page in quirks mode.
 */
const insertionPoint = (html: string): number => {
  const document = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: true })
  const root = document.childNodes.find((node) => node.nodeName === 'html')
  const head = root !== undefined && 'childNodes' in root ? root.childNodes.find(isHead) : undefined
  const doctype = document.childNodes.find((node) => node.nodeName === '#documentType')
  return startTagEnd(head) ?? startTagEnd(root) ?? doctype?.sourceCodeLocation?.endOffset ?? 0
}

type Node = DefaultTreeAdapterTypes.ChildNode

const isHead = (node: Node): boolean => node.nodeName === 'head'

const startTagEnd = (node: Node | undefined): number | undefined => {
  const location = node?.sourceCodeLocation
  return location !== undefined && location !== null && 'startTag' in location
    ? location.startTag?.endOffset
    : undefined
}
