import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const FORM: Needs = { drawing: {} }

export const svgNotXml: FileRule = {
  id: 'content/svg-not-xml',
  level: 'error',
  impact: 'degrades',
  section: '2.9',
  breach: 'An SVG file is no well-formed XML with an svg root.',
  why: 'Browsers draw an SVG picture only if it is well-formed, and the content must match the extension.',
  mend: 'Export the picture again, or correct the place that the message names.',
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
        message: `The file is no SVG: ${malformed.reason}.`,
        fix: 'Correct it, or export the picture again.',
      },
    ]
  },
}
