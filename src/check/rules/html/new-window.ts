import { attribute, type HtmlElement } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import { leadsOut } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

const LINKS: Needs = { page: { attributes: ['target'] } }

export const newWindow: FileRule = {
  id: 'html/new-window',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A link or form opens another window.',
  why: 'The sandbox blocks pop-ups and access to the surrounding page: a click does nothing.',
  remedy: 'Remove the target, or show the content in the page.',
  needs: [LINKS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(LINKS)
    return elements.filter(opensAnother).map((element) => ({
      file: file.path,
      ...element.place,
      message: `The <${element.name}> has the target ${JSON.stringify(attribute(element, 'target'))}; a mini app cannot open another window.`,
    }))
  },
}

/** Whether a link or a form opens in a window that is not its own, or would: one to the internet is refused as it is. */
const opensAnother = (element: HtmlElement): boolean => {
  const { name, foreign } = element
  if (foreign || (name !== 'a' && name !== 'area' && name !== 'form')) return false
  // Hardly any link has a target.
  const target = attribute(element, 'target') ?? ''
  if (target === '' || target.toLowerCase() === '_self') return false
  const href = attribute(element, 'href')
  return (name === 'form' || href !== undefined) && !leadsOut(href ?? '')
}
