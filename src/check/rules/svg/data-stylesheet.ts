import type { Needs } from '../../facts/needs.js'
import { isDataUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

const INSTRUCTIONS: Needs = { drawing: {} }

export const dataStylesheet: FileRule = {
  id: 'svg/data-stylesheet',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'An SVG file loads its stylesheet from a `data:` URL.',
  why: 'Stylesheets must come from the bundle, and an SVG image loads none at all.',
  remedy: 'Move the CSS into a style element of the SVG file.',
  needs: [INSTRUCTIONS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const svg = await file.drawing(INSTRUCTIONS)
    if (svg === null) return []
    return svg.stylesheets
      .filter(({ href }) => isDataUrl(href))
      .map(({ line, column }) => ({
        file: file.path,
        line,
        column,
        message: 'The <?xml-stylesheet?> has a data: URL, which does not load.',
      }))
  },
}
