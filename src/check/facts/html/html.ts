import { type ScriptPart, scriptsInUrls } from '../script/part.js'
import type { LineIndex } from '../text/position.js'
import { type HtmlFacts, isForOldBrowsers, isHandler, scriptKind } from './element.js'
import { readFastHtml } from './fast.js'
import { htmlFactsOf, type PageInterest } from './interest.js'

/**
 * What rules read of a page. The parser is loaded only for a page that needs it.
 * @param text as UTF-8; a byte order mark counts as a blank
 */
export const pageFacts = async (
  text: string,
  lines: LineIndex,
  interest: PageInterest,
): Promise<HtmlFacts> => {
  // The decoder removes the byte order mark; a blank in its place keeps every offset.
  const page = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text
  const elements = readFastHtml(page, lines, interest)
  if (elements !== null) return htmlFactsOf(elements, interest)
  const { readHtml } = await import('./read.js')
  return readHtml(page, lines, interest)
}

/** The handlers that a browser calls by itself. */
const BY_ITSELF = /^on(?:load|pageshow|readystatechange|loadeddata|canplay)$/i

/** A page's inline scripts, event-handler attributes and `javascript:` URLs. */
export const scriptsOfHtml = ({ elements }: HtmlFacts): readonly ScriptPart[] => {
  const parts: ScriptPart[] = []
  for (const element of elements) {
    for (const handler of element.attributes)
      if (isHandler(handler.name) && element.isScanned !== true)
        parts.push({
          text: handler.value,
          kind: 'handler',
          ...(BY_ITSELF.test(handler.name) ? {} : { onEvent: true }),
          place: () => handler.place,
        })
      else if (element.isScanned !== true)
        parts.push(...scriptsInUrls(handler.name === 'xlink:href' ? 'href' : handler.name, handler))
    if (element.name === 'script' && element.text.trim() !== '')
      parts.push({
        text: element.text,
        kind: element.isScanned === true ? 'other' : scriptKind(element),
        ...(isForOldBrowsers(element) ? { onEvent: true } : {}),
        place: (offset) => element.placeInText(offset),
      })
  }
  return parts
}
