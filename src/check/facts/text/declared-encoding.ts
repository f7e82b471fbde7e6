import type { FileFacts } from '../file.js'
import { attribute, type HtmlElement } from '../html/element.js'
import type { Needs } from '../needs.js'
import type { Place } from './position.js'

/** Where a page says in which encoding it is. */
export const DECLARED_ENCODING: Needs = { page: { elements: ['meta'] } }

/** What a file says of its encoding, where a browser may read it so: what the server says comes first. */
interface DeclaredEncoding extends Place {
  /** As it is written. */
  readonly label: string
}

/** What a page, a style sheet or a drawing says of its encoding. Needs `DECLARED_ENCODING`. */
export const declaredEncodings = async (file: FileFacts): Promise<readonly DeclaredEncoding[]> => {
  const { text, extension, isHtml } = file
  // A byte order mark overrides every other declaration.
  if (text === null || text.startsWith('\ufeff')) return []
  if (isHtml)
    return (await file.page(DECLARED_ENCODING)).flatMap((element) => {
      const label = labelOf(element)
      return label === null ? [] : [{ label, ...element.place }]
    })
  const label = (extension === 'css' ? CSS_LABEL : extension === 'svg' ? XML_LABEL : null)?.exec(text)?.[1]
  return label === undefined ? [] : [{ label, line: 1, column: 1 }]
}

/** An encoding's label: `@charset` counts only at the very start of a stylesheet. */
const CSS_LABEL = /^@charset "([^"]{1,100})/i
const XML_LABEL = /^<\?xml\b[^>]{0,1000}?\bencoding\s*=\s*["']?([^"'\s>?]{1,100})/i

const labelOf = (element: HtmlElement): string | null => {
  if (element.name !== 'meta') return null
  const label = attribute(element, 'charset')
  if (label !== undefined) return label
  if (attribute(element, 'http-equiv')?.toLowerCase() !== 'content-type') return null
  return /charset\s*=\s*["']?([^"'\s;>]+)/i.exec(attribute(element, 'content') ?? '')?.[1] ?? null
}

/**
 * The encoding of a label, where a byte of ASCII may be a part of another character in it: markup hides
 * behind such a character, or comes out of one. Null for any other, in which markup is what it is in UTF-8.
 */
export const maskingEncoding = (label: string): string | null => {
  try {
    const { encoding } = new TextDecoder(label)
    return MASKING.has(encoding) ? encoding : null
  } catch {
    // Browsers pass over a label that they do not know.
    return null
  }
}

const MASKING: ReadonlySet<string> = new Set(['big5', 'euc-kr', 'gb18030', 'gbk', 'iso-2022-jp', 'shift_jis'])
