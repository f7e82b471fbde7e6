import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { page: { elements: ['base'] } }

export const baseElement: FileRule = {
  id: 'html/base-element',
  level: 'error',
  impact: null,
  section: '2.8',
  breach: 'A page has a base element.',
  why: 'A base element would change the target of every relative path.',
  remedy: 'Remove the element and write the paths relative to the page.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    return elements
      .filter(({ name, foreign }) => name === 'base' && !foreign)
      .map(({ place }) => ({
        file: file.path,
        ...place,
        message: 'A <base> element is not allowed; paths must be relative to the page.',
      }))
  },
}
