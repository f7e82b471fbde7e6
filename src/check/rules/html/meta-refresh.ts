import { attribute } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { page: { elements: ['meta'] } }

export const metaRefresh: FileRule = {
  id: 'html/meta-refresh',
  level: 'error',
  impact: 'breaks',
  section: '2.8',
  breach: 'A page reloads or navigates with a meta refresh.',
  why: 'A mini app cannot navigate away.',
  remedy: 'Remove the element, and update the page with a script.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    return elements
      .filter(
        (element) =>
          element.name === 'meta' &&
          !element.foreign &&
          attribute(element, 'http-equiv')?.toLowerCase() === 'refresh',
      )
      .map(({ place }) => ({
        file: file.path,
        ...place,
        message: 'A <meta http-equiv="refresh"> is not allowed: a mini app cannot navigate away.',
      }))
  },
}
