import type { ScriptPart } from '../script/part.js'
import { type HtmlFacts, isHandler, scriptKind } from './element.js'

/** A page's inline scripts and event-handler attributes. */
export const scriptsOfHtml = ({ elements }: HtmlFacts): readonly ScriptPart[] => {
  const parts: ScriptPart[] = []
  for (const element of elements) {
    for (const handler of element.attributes)
      if (isHandler(handler.name) && element.isScanned !== true)
        parts.push({ text: handler.value, kind: 'handler', place: () => handler.place })
    if (element.name === 'script' && element.text.trim() !== '')
      parts.push({
        text: element.text,
        kind: element.isScanned === true ? 'other' : scriptKind(element),
        place: (offset) => element.placeInText(offset),
      })
  }
  return parts
}
