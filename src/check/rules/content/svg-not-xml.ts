import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const FORM: Needs = { drawing: {} }

export const svgNotXml: FileRule = {
  id: 'content/svg-not-xml',
  level: 'error',
  impact: 'degrades',
  section: '2.9',
  breach: 'An SVG file is not well-formed XML with an svg root element.',
  why: 'Browsers display an SVG image only if it is well-formed, and the content must match the extension.',
  remedy: 'Export the image again, or correct it at the reported position.',
  needs: [FORM],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const malformed = (await file.drawing(FORM))?.malformed ?? null
    if (malformed === null) return []
    return [
      {
        file: file.path,
        line: malformed.line,
        column: malformed.column,
        message: `The file is not valid SVG: ${malformed.reason}.`,
      },
    ]
  },
}
