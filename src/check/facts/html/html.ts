import type { LineIndex } from '../text/position.js'
import type { HtmlFacts } from './element.js'
import { htmlFactsOf } from './elements-needed.js'
import { readFastHtml } from './fast.js'
import type { PageInterest } from './interest.js'

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
