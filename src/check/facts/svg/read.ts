import { SaxesParser } from 'saxes'
import { DRAWING_MAX_DEPTH, DRAWING_MAX_STEPS, DRAWING_STEPS_EACH } from '../../../platform/limits.js'
import { formatNumber } from '../../../terminal/units.js'
import { SVG_NAMESPACE } from '../html/names.js'
import type { LineIndex, Place } from '../text/position.js'
import { readDoctype } from './doctype.js'
import type { SvgAttribute, SvgElement, SvgFacts } from './facts.js'
import type { DrawingInterest } from './interest.js'
import { readStylesheet } from './stylesheet.js'

/** After so many errors the rest of a file is not read. */
const MAX_ERRORS = 1_000

/** The drawing is larger or deeper than any that people draw. */
class TangledDrawing extends Error {}

/** Reads an SVG file as XML. Never throws for bad text. */
export const readSvg = (source: string, lines: LineIndex, interest: DrawingInterest): SvgFacts => {
  const { text, entities, refused } = readDoctype(source)
  const place = (offset: number): Place => lines.place(Math.max(0, offset))
  const elements: SvgElement[] = []
  const open: SvgElement[] = []
  const stylesheets: SvgFacts['stylesheets'][number][] = []
  let malformed: SvgFacts['malformed'] = null
  let unjudged: SvgFacts['unjudged'] = null
  // Browsers read every file as XML 1.0, regardless of the version that it declares.
  const parser = new SaxesParser({
    xmlns: true,
    position: true,
    forceXMLVersion: true,
    defaultXMLVersion: '1.0',
  })
  for (const [name, value] of entities) parser.ENTITIES[name] = value
  let tagStart = 0
  const attributeOffset = attributeOffsets(text)
  let root: SvgElement | undefined
  let errors = 0
  let steps = 0
  parser.on('error', (error) => {
    malformed ??= { ...place(parser.position - 1), reason: reasonOf(error) }
    errors += 1
    // The file is refused for the first one; for each the parser takes as long as for a hundred tags.
    if (errors === MAX_ERRORS) throw error
  })
  // The one that a file may have is blank by now.
  parser.on('doctype', () => {
    malformed ??= { ...place(parser.position - 1), reason: 'a second DOCTYPE, or one in the wrong place' }
  })
  parser.on('opentagstart', () => {
    // The parser looks a namespace up through every element around: hostile nesting would take it minutes.
    if (open.length === DRAWING_MAX_DEPTH)
      throw new TangledDrawing(
        `its elements are nested more than ${formatNumber(DRAWING_MAX_DEPTH)} levels deep`,
      )
    steps += open.length + DRAWING_STEPS_EACH
    if (steps > DRAWING_MAX_STEPS)
      throw new TangledDrawing(`it takes more than ${formatNumber(DRAWING_MAX_STEPS)} steps to parse`)
    tagStart = text.lastIndexOf('<', parser.position - 1)
  })
  parser.on('opentag', (tag) => {
    const start = tagStart
    const attributes: SvgAttribute[] = []
    const isForeign = tag.uri !== SVG_NAMESPACE && interest.hasForeign
    for (const key in tag.attributes) {
      const attribute = tag.attributes[key]
      if (attribute === undefined) continue
      const { name, local, prefix, value } = attribute
      if (!(isForeign || interest.hasName(name) || interest.hasValue(value))) continue
      attributes.push({
        name,
        local,
        prefix,
        value,
        get place() {
          return place(attributeOffset(start, name))
        },
      })
    }
    const element: SvgElement = {
      local: tag.local,
      namespace: tag.uri,
      attributes,
      get place() {
        return place(start)
      },
      style: '',
    }
    root ??= element
    if (element === root || attributes.length > 0 || isForeign || interest.hasElement(tag.local))
      elements.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const addText = (content: string): void => {
    const element = open.at(-1)
    if (element?.local === 'style') element.style += content
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('processinginstruction', ({ target, body }) => {
    if (target !== 'xml-stylesheet') return
    const at = text.lastIndexOf('<?', parser.position - 1)
    stylesheets.push({ ...place(at), ...readStylesheet(body) })
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof TangledDrawing) unjudged = { ...place(parser.position - 1), reason: error.message }
    // The parser gives up on some input instead of reporting it.
    else malformed ??= { ...place(parser.position - 1), reason: reasonOf(error) }
  }
  if (malformed === null && root?.local !== 'svg')
    malformed = {
      ...(root?.place ?? { line: 1, column: 1 }),
      reason: `the root element is ${root?.local ?? 'missing'}`,
    }
  return {
    malformed,
    unjudged,
    hasNamespace: root?.namespace === SVG_NAMESPACE,
    elements,
    stylesheets,
    refusedDoctype: refused.map(({ what, offset }) => ({ ...lines.place(offset), what })),
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^\d+:\d+: /, '').replace(/\.$/, '')

/**
 * The place of an attribute of the tag at an offset; the tag is well-formed. For the last tag that was looked up, all
 * attributes are known: one can have a hundred thousand.
 */
const attributeOffsets = (text: string): ((tag: number, name: string) => number) => {
  let known: { readonly tag: number; readonly offsets: ReadonlyMap<string, number> } | null = null
  return (tag, name) => {
    if (known?.tag !== tag) known = { tag, offsets: offsetsIn(text, tag) }
    return known.offsets.get(name) ?? tag
  }
}

const offsetsIn = (text: string, tag: number): ReadonlyMap<string, number> => {
  const offsets = new Map<string, number>()
  const nameEnd = /[\s/>]/g
  nameEnd.lastIndex = tag
  const attribute = /(\s+)([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/y
  attribute.lastIndex = nameEnd.exec(text)?.index ?? text.length
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text))
    offsets.set(match[2] ?? '', match.index + (match[1] ?? '').length)
  return offsets
}
