import { cssLinks } from './css.js'
import { type HtmlElement, type HtmlFacts, scriptKind } from './html-element.js'
import type { LineIndex, Place } from './position.js'
import type { ScriptPart, StyleLink } from './text-parts.js'

/** The URLs in a whole CSS file. */
export const stylesOfCss = (text: string, lines: LineIndex): readonly StyleLink[] =>
  cssLinks(text).map((link) => ({ ...link, place: lines.place(link.offset) }))

/** The URLs in a page's style blocks and style attributes. */
export const stylesOfHtml = ({ elements }: HtmlFacts, lines: LineIndex): readonly StyleLink[] =>
  elements.flatMap((element) => {
    const { content } = element
    const block =
      element.name === 'style' && content !== null
        ? cssLinks(content.text).map((link) => ({
            ...link,
            place: element.foreign ? element.place : lines.place(content.offset + link.offset),
          }))
        : []
    const inline = element.attributes.find(({ name }) => name === 'style')
    if (inline === undefined) return block
    // References may have been decoded, so that places in the value are not those in the text.
    return [...block, ...cssLinks(inline.value).map((link) => ({ ...link, place: inline.place }))]
  })

/** Whether an attribute is an event handler. */
export const isHandler = (name: string): boolean => /^on./i.test(name)

/** A page's inline scripts and event-handler attributes. */
export const scriptsOfHtml = ({ elements }: HtmlFacts, lines: LineIndex): readonly ScriptPart[] =>
  elements.flatMap((element) => {
    const parts: ScriptPart[] = element.attributes
      .filter(({ name }) => isHandler(name))
      .map(({ value, place }) => ({ text: value, kind: 'handler', place: () => place }))
    const { content } = element
    if (element.name === 'script' && content !== null && content.text.trim() !== '')
      parts.push({
        text: content.text,
        kind: scriptKind(element),
        place: placeIn(element, content.offset, lines),
      })
    return parts
  })

const placeIn =
  (element: HtmlElement, start: number, lines: LineIndex) =>
  (offset: number): Place =>
    element.foreign ? element.place : lines.place(start + offset)
