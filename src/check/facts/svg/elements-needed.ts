import type { MarkupNeeds } from '../needs.js'
import { SVG_NAMESPACE } from '../text/namespaces.js'
import type { SvgElement, SvgFacts } from './facts.js'
import { DrawingInterest } from './interest.js'

/** What is known of an SVG file, with its root and those of its elements that a reader needs. */
export const drawingNeeded = (svg: SvgFacts, needs: MarkupNeeds): SvgFacts => {
  const interest = new DrawingInterest([needs])
  const isNeeded = ({ local, namespace, attributes }: SvgElement): boolean =>
    interest.hasElement(local) ||
    (interest.hasForeign && namespace !== SVG_NAMESPACE) ||
    attributes.some(({ name, value }) => interest.hasName(name) || interest.hasValue(value))
  return { ...svg, elements: svg.elements.filter((element, index) => index === 0 || isNeeded(element)) }
}
