import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const DOCTYPE: Needs = { drawing: {} }

export const unsafeDoctype: FileRule = {
  id: 'svg/unsafe-doctype',
  level: 'error',
  impact: null,
  section: '2.8',
  breach: 'The DOCTYPE of an SVG file brings in what cannot be judged.',
  why: 'External entities and subsets are links to the internet; attribute lists and parameter entities can hide one.',
  mend: 'Remove the DOCTYPE: browsers need none. Export the picture as plain SVG.',
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
      fix: 'Remove the DOCTYPE, or export the picture as plain SVG.',
    }))
  },
}
