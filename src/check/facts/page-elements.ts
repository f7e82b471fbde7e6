import type { HtmlElement, HtmlFacts } from './html-element.js'
import type { MarkupNeeds } from './needs.js'
import { PageInterest } from './page-interest.js'

/** What is known of a page with these elements. */
export const htmlFactsOf = (elements: readonly HtmlElement[], interest: PageInterest): HtmlFacts => ({
  elements,
  named: elements.filter(({ name }) => interest.hasElement(name)),
})

/** The elements of a page that a reader needs, in the order of the page. */
export const elementsNeeded = (
  { elements, named }: HtmlFacts,
  needs: MarkupNeeds,
): readonly HtmlElement[] => {
  const interest = interestOf(needs)
  // Most readers ask for elements by their names, which are few of a page's many.
  if (isByNames(needs)) return named.filter(({ name }) => interest.hasElement(name))
  return elements.filter(({ name, foreign, attributes }) => interest.has(name, foreign, attributes))
}

const isByNames = ({ elements, ...more }: MarkupNeeds): boolean =>
  elements !== undefined && Object.keys(more).length === 0

/** Of each reader, made once. */
const interestOf = (needs: MarkupNeeds): PageInterest => {
  const known = INTERESTS.get(needs) ?? new PageInterest([needs])
  INTERESTS.set(needs, known)
  return known
}

const INTERESTS = new WeakMap<MarkupNeeds, PageInterest>()
