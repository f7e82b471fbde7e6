import { type DefaultTreeAdapterTypes, type ParserError, parse } from 'parse5'
import type { HtmlElement, HtmlFacts } from './html-element.js'
import { XHTML_NAMESPACE } from './namespaces.js'
import type { LineIndex } from './position.js'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Parses a page as a browser does, and lists its elements, those of templates and of `noscript` included. */
export const readHtml = (text: string, lines: LineIndex): HtmlFacts => {
  const elements: HtmlElement[] = []
  collect(text, lines, true, elements, new Set())
  // Only what `noscript` holds depends on whether scripts run; what only one of the two sees counts too.
  if (/<noscript/i.test(text)) {
    const seen = new Set(elements.map(identity))
    collect(text, lines, false, elements, seen)
  }
  return { elements }
}

const identity = ({ name, place }: HtmlElement): string => `${place.line}:${place.column}:${name}`

const collect = (
  text: string,
  lines: LineIndex,
  scriptingEnabled: boolean,
  into: HtmlElement[],
  seen: ReadonlySet<string>,
): void => {
  const document = parse(text, {
    sourceCodeLocationInfo: true,
    scriptingEnabled,
    onParseError: ignoreParseError,
  })
  // A stack of our own: hostile nesting is deeper than the call stack.
  const waiting: Node[] = [document]
  let node = waiting.pop()
  while (node !== undefined) {
    if ('tagName' in node) {
      const element = describe(node, text, lines)
      if (element !== null && !seen.has(identity(element))) into.push(element)
    }
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) {
        const child = node.childNodes[i]
        if (child !== undefined) waiting.push(child)
      }
    node = waiting.pop()
  }
}

const ignoreParseError = (_: ParserError): void => {}

/** Null for an element that the parser made up: nothing of it stands in the text. */
const describe = (node: Element, text: string, lines: LineIndex): HtmlElement | null => {
  const location = node.sourceCodeLocation
  if (location === undefined || location === null) return null
  const start = location.startTag ?? location
  return {
    name: node.tagName,
    foreign: node.namespaceURI !== XHTML_NAMESPACE,
    place: lines.place(start.startOffset),
    attributes: node.attrs.map(({ name, prefix, value }) => {
      const full = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`
      const at = location.attrs?.[full] ?? location.attrs?.[name] ?? start
      return { name: full, value, place: lines.place(at.startOffset), offset: at.startOffset }
    }),
    content: contentOf(node, text),
  }
}

const contentOf = (node: Element, text: string): HtmlElement['content'] => {
  if (node.tagName !== 'style' && node.tagName !== 'script') return null
  const location = node.sourceCodeLocation
  if (location === undefined || location === null || location.startTag === undefined) return null
  const from = location.startTag.endOffset
  // In SVG the text is parsed like any other, entities and all; in HTML it stands as it is.
  if (node.namespaceURI !== XHTML_NAMESPACE)
    return {
      text: node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
      offset: from,
    }
  return { text: text.slice(from, location.endTag?.startOffset ?? location.endOffset), offset: from }
}
