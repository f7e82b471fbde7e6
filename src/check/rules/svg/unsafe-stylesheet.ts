import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

/** The instructions are known of every drawing. */
const INSTRUCTIONS: Needs = { drawing: {} }

export const unsafeStylesheet: FileRule = {
  id: 'svg/unsafe-stylesheet',
  level: 'error',
  impact: null,
  section: '2.8',
  breach: 'An SVG file uses a stylesheet that is not CSS.',
  why: 'Such a stylesheet (XSLT) can replace the whole image and add hidden remote links.',
  remedy: 'Remove the instruction, or use a .css file with `type="text/css"`.',
  needs: [INSTRUCTIONS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const svg = await file.drawing(INSTRUCTIONS)
    if (svg === null) return []
    return svg.stylesheets
      .filter(({ isCss }) => !isCss)
      .map(({ line, column }) => ({
        file: file.path,
        line,
        column,
        message: 'The <?xml-stylesheet?> uses a stylesheet that is not CSS, or cannot be read.',
      }))
  },
}
