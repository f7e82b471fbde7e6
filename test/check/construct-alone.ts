import { type DefaultTreeAdapterTypes, parse as parseHtml } from 'parse5'
import { XHTML_NAMESPACE } from '../../src/check/facts/html/names.js'
import { scriptAlone } from './script-alone.js'
import { styleAlone } from './style-alone.js'
import { tagAt } from './tag-at.js'

/**
 * A file with nothing left in it but the construct that a finding blames: a statement with the variables that it
 * uses, an element, a declaration.
 * @param at from 1, as findings have it
 * @returns null where no construct is there
 */
export const constructAlone = (
  path: string,
  text: string,
  at: { readonly line: number; readonly column: number },
): string | null => {
  const offset = offsetOf(text, at)
  if (/\.m?js$/.test(path)) return scriptAlone(text, offset)
  if (path.endsWith('.css')) return styleAlone(text, offset)
  if (path.endsWith('.svg')) return drawingAlone(text, offset)
  return path.endsWith('.html') ? elementAlone(text, offset) : null
}

/** Where a place is in a text. */
export const offsetOf = (
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): number => {
  let start = 0
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) {
    if (--line === 0) break
    start = index + end.length
  }
  return start + column - 1
}

type Element = DefaultTreeAdapterTypes.Element

const elementAlone = (page: string, offset: number): string | null => {
  const element = elementAt(page, offset)
  const location = element?.sourceCodeLocation
  const start = location?.startTag ?? location
  if (element === undefined || start === undefined || start === null) {
    // What only a browser's preload scanner takes for an element.
    const tag = tagAt(page, offset)
    return tag === null ? null : `<!doctype html>${tag}`
  }
  const tag = page.slice(start.startOffset, start.endOffset)
  const isForeign = element.namespaceURI !== XHTML_NAMESPACE
  const text = page.slice(start.endOffset, location?.endTag?.startOffset ?? start.endOffset)
  const alone =
    element.tagName === 'script' || element.tagName === 'style'
      ? `${tag}${textAlone(element, text, offset - start.endOffset)}</${element.tagName}>`
      : tag
  if (isForeign) return `<!doctype html><svg>${alone}</svg>`
  return `<!doctype html>${element.tagName === 'frame' ? `<frameset>${alone}</frameset>` : alone}`
}

const textAlone = ({ tagName, attrs }: Element, text: string, offset: number): string => {
  const isCode = tagName === 'script' && !attrs.some(({ name }) => name === 'type')
  return (isCode && offset >= 0 ? scriptAlone(text, offset) : null) ?? text
}

/** The innermost element whose tag, or whose text, holds an offset. */
const elementAt = (page: string, offset: number): Element | undefined => {
  let found: Element | undefined
  for (const scriptingEnabled of [true, false]) {
    const waiting: DefaultTreeAdapterTypes.Node[] = [
      parseHtml(page, { sourceCodeLocationInfo: true, scriptingEnabled }),
    ]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if ('content' in node) waiting.push(node.content)
      if ('childNodes' in node) waiting.push(...node.childNodes)
      if (!('tagName' in node)) continue
      const location = node.sourceCodeLocation
      const isWhole = node.tagName === 'script' || node.tagName === 'style'
      const held = isWhole ? location : (location?.startTag ?? location)
      if (held !== undefined && held !== null && held.startOffset <= offset && offset < held.endOffset)
        found ??= node
    }
  }
  return found
}

const drawingAlone = (drawing: string, offset: number): string | null => {
  const root = /<(?:[\w-]+:)?svg\b/.exec(drawing)
  const rootTag = root === null ? null : tagAt(drawing, root.index)
  if (root === null || rootTag === null) return null
  const head = /<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/.exec(drawing.slice(0, root.index))?.[0] ?? ''
  const instruction = /^<\?xml-stylesheet[\s\S]*?\?>/.exec(drawing.slice(offset))?.[0] ?? ''
  // Every prefix that is declared anywhere, and of the root itself what declares its namespace.
  const prefixes = new Map<string, string>()
  for (const [whole, name = ''] of drawing.matchAll(/xmlns:([\w-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g))
    if (!prefixes.has(name)) prefixes.set(name, whole)
  const namespace = /\sxmlns\s*=\s*(?:"[^"]*"|'[^']*')/.exec(rootTag)?.[0] ?? ''
  const name = /^<([\w:-]+)/.exec(rootTag)?.[1] ?? 'svg'
  const around = (content: string): string =>
    `<${name}${namespace} ${[...prefixes.values()].join(' ')}>${content}</${name}>`
  // What a DOCTYPE declares may be refused for what is made of it.
  const used = head.includes('<!ENTITY') ? /&[a-z][^;\s]*;/i.exec(drawing.slice(root.index))?.[0] : ''
  if (offset < root.index) return `${head}${instruction}${around(used ?? '')}`
  const reference = /^&[^;\s]+;/.exec(drawing.slice(offset))?.[0]
  if (reference !== undefined) return `${head}${around(reference)}`
  const tag = tagAt(drawing, offset)
  if (tag === null) return null
  if (tag === rootTag) return `${head}${rootTag.replace(/\/?>$/, '>')}</${name}>`
  const element = /^<([\w:-]+)/.exec(tag)?.[1] ?? ''
  const from = drawing.indexOf(tag) + tag.length
  const text =
    /(?:^|:)style$/.test(element) && !tag.endsWith('/>')
      ? drawing.slice(from, drawing.indexOf('</', from))
      : ''
  const open = tag.replace(/\/?>$/, '>')
  return `${tag.includes('&') || text.includes('&') ? head : ''}${around(`${open}${text}</${element}>`)}`
}
