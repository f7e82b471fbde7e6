import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const DOCTYPE: Needs = { drawing: {} }

export const unsafeDoctype: FileRule = {
  id: 'svg/unsafe-doctype',
  level: 'error',
  impact: null,
  section: '2.8',
  breach: 'The DOCTYPE of an SVG file contains something that cannot be checked.',
  why: 'External entities and subsets are remote links. Attribute lists and parameter entities can hide one.',
  remedy: 'Remove the DOCTYPE, which browsers do not need, or export the image as plain SVG.',
  needs: [DOCTYPE],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const svg = await file.drawing(DOCTYPE)
    if (svg === null) return []
    return svg.refusedDoctype.map(({ what, line, column }) => ({
      file: file.path,
      line,
      column,
      message: `The DOCTYPE has ${what}, which is not allowed.`,
    }))
  },
}
