import { attribute, type HtmlElement, scriptKind } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import { isDataUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { page: { elements: ['script', 'link'] } }

export const dataCode: FileRule = {
  id: 'html/data-code',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A page loads a script or a stylesheet from a `data:` URL.',
  why: 'Scripts and stylesheets must be bundled files or inline. `data:` URLs work only for images, sounds and fonts.',
  remedy: 'Move the code into a file of the bundle, or inline it.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    return elements
      .filter((element) => codeUrls(element).some(isDataUrl))
      .map(({ name, place }) => ({
        file: file.path,
        ...place,
        impact: name === 'script' ? 'breaks' : 'degrades',
        message: `The <${name}> is loaded from a data: URL, which the page's policy does not allow for ${name === 'script' ? 'scripts' : 'stylesheets and scripts'}.`,
      }))
  },
}

/** The URLs that an element takes code from. */
const codeUrls = (element: HtmlElement): readonly string[] => {
  const kind = element.name === 'script' ? scriptKind(element) : 'other'
  if (kind === 'classic' || kind === 'module')
    return ['src', ...(element.foreign ? ['href', 'xlink:href'] : [])].flatMap(
      (name) => attribute(element, name) ?? [],
    )
  const words = (attribute(element, 'rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/)
  return element.name === 'link' &&
    !element.foreign &&
    (words.includes('stylesheet') || words.includes('modulepreload'))
    ? [attribute(element, 'href') ?? '']
    : []
}
