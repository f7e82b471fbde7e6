import { LineIndex } from '../../check/facts/text/position.js'
import { attributeOf, contentOf, elementsOfPage } from '../pages/page-elements.js'

/** A movie of Flash that a page shows, in place of a game of its own. */
export interface FlashMovie {
  readonly line: number
  /** As the page names it. */
  readonly movie: string
}

/** The movie of Flash that a page consists of, by an element or by the player Ruffle; null for a page that draws itself. */
export const flashMovie = (page: string): FlashMovie | null => {
  if (!/\.swf\b/i.test(page)) return null
  const elements = elementsOfPage(page)
  if (elements.some(({ tagName }) => tagName === 'canvas')) return null
  const lines = new LineIndex(page)
  for (const element of elements) {
    const sizes = ['width', 'height'].map((name) => Number.parseInt(attributeOf(element, name) ?? '', 10))
    // Helpers for sound and the clipboard are as small as can be.
    if (sizes.some((size) => size < SMALLEST)) continue
    const named =
      element.tagName === 'script'
        ? RUFFLE.exec(contentOf(page, element)?.text ?? '')?.[1]
        : MOVIES[element.tagName]?.map((name) => attributeOf(element, name)).find(isMovie)
    if (named === undefined) continue
    return { line: lines.place(element.sourceCodeLocation?.startOffset ?? 0).line, movie: named }
  }
  return null
}

const SMALLEST = 50

/** Where elements name a movie. */
const MOVIES: Readonly<Record<string, readonly string[]>> = {
  embed: ['src'],
  object: ['data'],
  param: ['value'],
}

const isMovie = (address: string | undefined): boolean =>
  address !== undefined && /\.swf(?:[?#]|$)/i.test(address)

/** A script that has Ruffle play a movie. */
const RUFFLE = /\bRufflePlayer\b[\s\S]*?["'`]([^"'`\n]{1,300}\.swf)\b/i
