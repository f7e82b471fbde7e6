import { mayNameUrls } from '../css/texts.js'
import type { MarkupNeeds } from '../needs.js'
import { type HtmlElement, type HtmlFacts, isHandler } from './element.js'
import { isHarmlessInDrawing } from './names.js'

interface Attribute {
  readonly name: string
  readonly value: string
}

/** Which elements of pages are kept. */
export class PageInterest {
  readonly #elements: ReadonlySet<string>
  readonly #attributes: ReadonlySet<string>
  readonly #handlers: boolean
  readonly #styleUrls: boolean
  readonly #foreign: boolean

  constructor(needs: readonly MarkupNeeds[]) {
    this.#elements = new Set(needs.flatMap(({ elements }) => elements ?? []))
    this.#attributes = new Set(needs.flatMap(({ attributes }) => attributes ?? []))
    this.#handlers = needs.some(({ handlers }) => handlers === true)
    this.#styleUrls = needs.some(({ styleUrls }) => styleUrls === true)
    this.#foreign = needs.some(({ foreign }) => foreign === true)
  }

  /** Whether elements of this name are needed, with any attributes. */
  hasElement(name: string): boolean {
    return this.#elements.has(name)
  }

  /** Whether an element is needed for this attribute, on any element. */
  hasAttribute({ name, value }: Attribute): boolean {
    if (this.#attributes.has(name) || (this.#handlers && isHandler(name))) return true
    // Most styles name no URL, and nearly as many elements have one.
    return name === 'style' && this.#styleUrls && mayNameUrls(value)
  }

  /** Whether an element is needed for an attribute of this name, with any value. */
  hasAttributeNamed(name: string): boolean {
    return this.hasAttribute({ name, value: '' })
  }

  /** Whether an element is needed for an attribute with a name of this form. */
  hasAttributeLike(pattern: RegExp): boolean {
    return [...this.#attributes].some((name) => pattern.test(name))
  }

  /** Whether an element is needed. */
  has(name: string, foreign: boolean, attributes: readonly Attribute[]): boolean {
    if (this.#elements.has(name)) return true
    if (foreign && this.#foreign && !attributes.every(isHarmlessInDrawing)) return true
    for (const attribute of attributes) if (this.hasAttribute(attribute)) return true
    return false
  }

  /** Whether any element is needed but for its name, on a page whose elements have only attributes of these names. */
  hasAny(attributeNames: ReadonlySet<string>): boolean {
    if (this.#foreign || this.#styleUrls) return true
    for (const name of attributeNames)
      if (this.#attributes.has(name) || (this.#handlers && isHandler(name))) return true
    return false
  }
}

/** What is known of a page with these elements. */
export const htmlFactsOf = (elements: readonly HtmlElement[], interest: PageInterest): HtmlFacts => ({
  elements,
  named: elements.filter(({ name }) => interest.hasElement(name)),
})

/** The elements of a page that a reader needs, in the order of the page. */
export const elementsNeeded = (html: HtmlFacts, needs: MarkupNeeds): readonly HtmlElement[] => {
  const interest = interestOf(needs)
  // Of a page's many elements most readers need few, by their names; and most attributes are on no page.
  if (!interest.hasAny(attributeNames(html)))
    return html.named.filter(({ name }) => interest.hasElement(name))
  return html.elements.filter(({ name, foreign, attributes }) => interest.has(name, foreign, attributes))
}

/** Of a page, found when first asked for. */
const attributeNames = (html: HtmlFacts): ReadonlySet<string> => {
  const known = ATTRIBUTE_NAMES.get(html)
  if (known !== undefined) return known
  const names = new Set<string>()
  for (const { attributes } of html.elements) for (const { name } of attributes) names.add(name)
  ATTRIBUTE_NAMES.set(html, names)
  return names
}

const ATTRIBUTE_NAMES = new WeakMap<HtmlFacts, ReadonlySet<string>>()

/** Of each reader, made once. */
const interestOf = (needs: MarkupNeeds): PageInterest => {
  const known = INTERESTS.get(needs) ?? new PageInterest([needs])
  INTERESTS.set(needs, known)
  return known
}

const INTERESTS = new WeakMap<MarkupNeeds, PageInterest>()
