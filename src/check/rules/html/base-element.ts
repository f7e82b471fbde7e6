import type { FileRule } from '../../rule.js'

export const baseElement: FileRule = {
  id: 'html/base-element',
  level: 'error',
  section: '2.8',
  breach: 'A page has a base element.',
  why: 'A base would change where every relative path leads.',
  mend: 'Remove the element and write the paths relative to the page.',
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const html = await file.html()
    if (html === null) return []
    return html.named
      .filter(({ name, foreign }) => name === 'base' && !foreign)
      .map(({ place }) => ({
        file: file.path,
        ...place,
        message: 'A <base> element is not allowed; paths must be relative to the page.',
        fix: 'Remove it.',
      }))
  },
}
