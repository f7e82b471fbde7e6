import { attribute, type HtmlElement, isDownload } from '../../facts/html/element.js'
import { leadsOut, namesOtherProgram, shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { elementRule } from './element-rule.js'

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

/** Links that do something else than lead to another place of the app. */
export const PAGE_LINK_RULES: readonly FileRule[] = [
  elementRule(
    {
      id: 'html/download',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'A link of a page downloads a file.',
      why: 'The sandbox does not allow downloads: a click does nothing.',
      remedy: 'Show the content in the page. Users can share an image with `Service.share`.',
    },
    { attributes: ['download'] },
    (element) =>
      isDownload(element)
        ? [{ message: `The <${element.name} download> does nothing: a mini app cannot download files.` }]
        : [],
  ),
  elementRule(
    {
      id: 'html/new-window',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'A link or form opens another window.',
      why: 'The sandbox blocks pop-ups and access to the surrounding page: a click does nothing.',
      remedy: 'Remove the target, or show the content in the page.',
    },
    { attributes: ['target'] },
    (element) =>
      opensAnother(element)
        ? [
            {
              message: `The <${element.name}> has the target ${JSON.stringify(attribute(element, 'target'))}; a mini app cannot open another window.`,
            },
          ]
        : [],
  ),
  elementRule(
    {
      id: 'html/other-program',
      level: 'warning',
      impact: 'fails-if-used',
      section: '2.10',
      breach: 'A link opens another program, such as `mailto:`, `tel:` or an app store.',
      why: 'A mini app cannot leave its page: the browser shows an error page instead of the app.',
      remedy: 'Remove the link, and show the address as text.',
    },
    { attributes: ['href', 'xlink:href'] },
    (element) => {
      if (element.name !== 'a' && element.name !== 'area') return []
      const url =
        attribute(element, 'href') ?? (element.foreign ? attribute(element, 'xlink:href') : undefined)
      // A placeholder such as `{{mail}}:` is not a scheme.
      if (url === undefined || !namesOtherProgram(url)) return []
      return [
        {
          message: `The link to ${shownUrl(url)} cannot open another program: the browser shows an error page instead of the app.`,
        },
      ]
    },
  ),
]
