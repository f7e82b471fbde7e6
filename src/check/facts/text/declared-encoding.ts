import type { FileFacts } from '../file.js'
import { attribute, type HtmlElement, relOf, scriptKind } from '../html/element.js'
import { XHTML_NAMESPACE } from '../html/names.js'
import type { Needs } from '../needs.js'
import type { Place } from './position.js'

/** Where a page says in which encoding it is, and where files say in which those are that they load. */
export const DECLARED_ENCODING: Needs = {
  page: { elements: ['meta', 'link', 'script'] },
  drawing: { foreign: true },
}

/** What a file says of an encoding, where a browser may read it so: what the server says comes first. */
interface DeclaredEncoding extends Place {
  /** As it is written. */
  readonly label: string
  /** What the encoding is of; null for the file itself. */
  readonly loaded: 'stylesheet' | 'script' | null
}

/** What a page, a style sheet or a drawing says of its encoding, and of that of what it loads. Needs `DECLARED_ENCODING`. */
export const declaredEncodings = async (file: FileFacts): Promise<readonly DeclaredEncoding[]> => {
  const { text, extension, isHtml } = file
  if (text === null) return []
  // A byte order mark overrides every other declaration of the file that it is in.
  const isMarked = text.startsWith('\ufeff')
  if (isHtml)
    return (await file.page(DECLARED_ENCODING)).flatMap((element): readonly DeclaredEncoding[] => {
      const loaded = element.name === 'link' ? 'stylesheet' : element.name === 'script' ? 'script' : null
      const label = loaded === null ? (isMarked ? null : labelOf(element)) : labelOfLoaded(element)
      return label === null ? [] : [{ label, loaded, ...element.place }]
    })
  const own = isMarked
    ? undefined
    : (extension === 'css' ? CSS_LABEL : extension === 'svg' ? XML_LABEL : null)?.exec(text)?.[1]
  return [
    ...(own === undefined ? [] : [{ label: own, loaded: null, line: 1, column: 1 }]),
    ...(extension === 'svg' ? await encodingsByDrawing(file) : []),
  ]
}

/** What an SVG file that is opened on its own says of the style sheets that it loads. */
const encodingsByDrawing = async (file: FileFacts): Promise<readonly DeclaredEncoding[]> => {
  const svg = await file.drawing(DECLARED_ENCODING)
  const loaded = 'stylesheet'
  return [
    ...(svg?.stylesheets ?? []).map(
      ({ charset: label, line, column }) => ({ label, loaded, line, column }) as const,
    ),
    ...(svg?.elements ?? [])
      .filter(({ local, namespace }) => local === 'link' && namespace === XHTML_NAMESPACE)
      .flatMap(({ attributes }) =>
        attributes.flatMap(({ name, value, place }) =>
          name === 'charset' ? [{ label: value, loaded, ...place } as const] : [],
        ),
      ),
  ]
}

/** An encoding's label: `@charset` counts only at the very start of a stylesheet. */
const CSS_LABEL = /^@charset "([^"]{1,100})/i
const XML_LABEL = /^<\?xml\b[^>]{0,1000}?\bencoding\s*=\s*["']?([^"'\s>?]{1,100})/i

/** A module is always read as UTF-8. */
const labelOfLoaded = (element: HtmlElement): string | null => {
  const isLoaded =
    element.name === 'script'
      ? scriptKind(element) === 'classic' && attribute(element, 'src') !== undefined
      : relOf(element).includes('stylesheet')
  return isLoaded ? (attribute(element, 'charset') ?? null) : null
}

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
 * A file that says of itself that it is UTF-16 is read as UTF-8.
 */
export const maskingEncoding = ({ label, loaded }: DeclaredEncoding): string | null => {
  try {
    const { encoding } = new TextDecoder(label)
    return MASKING.has(encoding) || (loaded !== null && encoding.startsWith('utf-16')) ? encoding : null
  } catch {
    // Browsers pass over a label that they do not know.
    return null
  }
}

const MASKING: ReadonlySet<string> = new Set(['big5', 'euc-kr', 'gb18030', 'gbk', 'iso-2022-jp', 'shift_jis'])
