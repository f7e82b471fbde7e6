import type { MarkupNeeds } from '../needs.js'
import type { HtmlElement, HtmlFacts } from './element.js'
import { PageInterest } from './interest.js'

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
