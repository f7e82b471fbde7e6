import { attribute, type HtmlElement, isHandler, relOf, scriptKind } from '../../facts/html/element.js'
import { PagePolicy } from '../../facts/html/policy.js'
import type { Needs } from '../../facts/needs.js'
import type { Impact } from '../../problem.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { page: { elements: ['meta', 'script', 'style', 'link'], handlers: true } }

export const ownPolicy: FileRule = {
  id: 'html/own-policy',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: "A page's own Content-Security-Policy blocks a part of it.",
  why: 'It applies in addition to the policy of the platform: code that either of them forbids does not run.',
  remedy: 'Remove the `meta` element. The platform already isolates the app.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    return elements
      .filter(hasPolicy)
      .slice(0, MAX_POLICIES)
      .flatMap((element) => {
        const policy = new PagePolicy(attribute(element, 'content') ?? '')
        const blocked = firstBlocked(policy, elements.slice(elements.indexOf(element) + 1))
        return blocked === null
          ? []
          : [
              {
                file: file.path,
                ...element.place,
                impact: blocked.impact,
                message: `The page's own Content-Security-Policy (${blocked.directive}) blocks ${blocked.what} in line ${blocked.line}.`,
              },
            ]
      })
  },
}

/** A page has one; of a hostile one's thousands each would be asked about all that comes behind it. */
const MAX_POLICIES = 10

const hasPolicy = (element: HtmlElement): boolean =>
  element.name === 'meta' &&
  !element.foreign &&
  attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy'

/** The first part of a page that its policy blocks, of what comes behind the policy; null where nothing is. */
const firstBlocked = (
  policy: PagePolicy,
  elements: readonly HtmlElement[],
): {
  readonly what: string
  readonly line: number | null
  readonly directive: string
  readonly impact: Impact
} | null => {
  for (const element of elements) {
    const handler = element.attributes.find(({ name }) => isHandler(name))
    const byHandler = handler === undefined ? null : policy.blocksInline('handler', element)
    if (handler !== undefined && byHandler !== null)
      return {
        what: `the ${handler.name} handler`,
        line: handler.place.line,
        directive: byHandler,
        impact: 'degrades',
      }
    const [what, directive] = blockedCode(policy, element)
    if (directive !== null)
      return {
        what,
        line: element.place.line,
        directive,
        impact: element.name === 'script' ? 'breaks' : 'degrades',
      }
  }
  return null
}

const blockedCode = (policy: PagePolicy, element: HtmlElement): readonly [string, string | null] => {
  if (element.name === 'style') return ['the <style>', policy.blocksInline('style', element)]
  if (element.name === 'script') {
    if (scriptKind(element) === 'other') return ['', null]
    return attribute(element, 'src') === undefined
      ? ['the inline script', element.text.trim() === '' ? null : policy.blocksInline('script', element)]
      : ['the <script>', policy.blocksFile('script', element)]
  }
  return relOf(element).includes('stylesheet')
    ? ['the stylesheet', policy.blocksFile('style', element)]
    : ['', null]
}
