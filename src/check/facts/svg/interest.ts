import { mayHoldUrls } from '../css/texts.js'
import { SVG_NAMESPACE } from '../html/names.js'
import type { MarkupNeeds } from '../needs.js'
import type { SvgElement, SvgFacts } from './facts.js'

/** Which elements of SVG files are kept, and which of their attributes. */
export class DrawingInterest {
  readonly #elements: ReadonlySet<string>
  readonly #attributes: ReadonlySet<string>
  readonly #handlers: boolean
  readonly #styleUrls: boolean
  /** Whether elements of other namespaces are needed, with all their attributes. */
  readonly hasForeign: boolean

  constructor(needs: readonly MarkupNeeds[]) {
    this.#elements = new Set(needs.flatMap(({ elements }) => elements ?? []))
    this.#attributes = new Set(needs.flatMap(({ attributes }) => attributes ?? []))
    this.#handlers = needs.some(({ handlers }) => handlers === true)
    this.#styleUrls = needs.some(({ styleUrls }) => styleUrls === true)
    this.hasForeign = needs.some(({ foreign }) => foreign === true)
  }

  /** Whether elements of this name are needed, with any attributes. */
  hasElement(local: string): boolean {
    return this.#elements.has(local.toLowerCase())
  }

  /** Whether every attribute of this name is needed, its prefix included. */
  hasName(name: string): boolean {
    const local = name.slice(name.indexOf(':') + 1)
    return (
      this.#attributes.has(local) ||
      (this.#styleUrls && local === 'style') ||
      (this.#handlers && /^on/i.test(local))
    )
  }

  /** Whether an attribute is needed for its value. */
  hasValue(value: string): boolean {
    return this.#styleUrls && mayHoldUrls(value)
  }

  /** Whether any value of a whole file may be needed. */
  mayHaveValues(text: string): boolean {
    // Most drawings have no parenthesis but in a transform.
    return this.#styleUrls && (text.includes('(') || text.includes('\\')) && MAY_HOLD_URLS.test(text)
  }
}

/** A parenthesis with a quote of the other kind than the value's own, a `url(` or an escape. */
const MAY_HOLD_URLS = /url\(|\\|=\s*"[^"(]*\([^"']*'|=\s*'[^'(]*\([^"']*"/i

/** What is known of an SVG file, with its root and those of its elements that a reader needs. */
export const drawingNeeded = (svg: SvgFacts, needs: MarkupNeeds): SvgFacts => {
  const interest = new DrawingInterest([needs])
  const isNeeded = ({ local, namespace, attributes }: SvgElement): boolean =>
    interest.hasElement(local) ||
    (interest.hasForeign && namespace !== SVG_NAMESPACE) ||
    attributes.some(({ name, value }) => interest.hasName(name) || interest.hasValue(value))
  return { ...svg, elements: svg.elements.filter((element, index) => index === 0 || isNeeded(element)) }
}
