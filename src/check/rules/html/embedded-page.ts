import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const REFUSED: ReadonlySet<string> = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'portal'])

const ELEMENTS: Needs = { page: { elements: [...REFUSED] } }

export const embeddedPage: FileRule = {
  id: 'html/embedded-page',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'A page has an element that embeds another page or a plug-in.',
  why: '`iframe`, `frame`, `frameset`, `object`, `embed` and `portal` are refused, and blocked at run time.',
  remedy: 'Show the content in the page.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    return elements
      .filter(({ name, foreign }) => REFUSED.has(name) && !foreign)
      .map(({ name, place }) => ({
        file: file.path,
        ...place,
        message: `The element <${name}> is not allowed.`,
      }))
  },
}
