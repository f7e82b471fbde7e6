import { attribute } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import { namesOtherProgram, shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

const LINKS: Needs = { page: { attributes: ['href', 'xlink:href'] } }

export const otherProgram: FileRule = {
  id: 'html/other-program',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A link opens another program, such as `mailto:`, `tel:` or an app store.',
  why: 'A mini app cannot leave its page: the browser shows an error page instead of the app.',
  remedy: 'Remove the link, and show the address as text.',
  needs: [LINKS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(LINKS)
    return elements.flatMap((element) => {
      if (element.name !== 'a' && element.name !== 'area') return []
      const url =
        attribute(element, 'href') ?? (element.foreign ? attribute(element, 'xlink:href') : undefined)
      // A placeholder such as `{{mail}}:` is not a scheme.
      if (url === undefined || !namesOtherProgram(url)) return []
      return [
        {
          file: file.path,
          ...element.place,
          message: `The link to ${shownUrl(url)} cannot open another program: the browser shows an error page instead of the app.`,
        },
      ]
    })
  },
}
