import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const ROOT: Needs = { drawing: {} }

export const missingNamespace: FileRule = {
  id: 'svg/missing-namespace',
  level: 'warning',
  impact: 'degrades',
  section: '',
  breach: 'The root element of an SVG file does not declare the SVG namespace.',
  why: 'Browsers display it as an image only with `xmlns="http://www.w3.org/2000/svg"`.',
  remedy: 'Add the namespace to the root element.',
  needs: [ROOT],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const svg = await file.drawing(ROOT)
    if (svg === null) return []
    const [root] = svg.elements
    if (svg.malformed !== null || svg.hasNamespace || root === undefined) return []
    return [
      {
        file: file.path,
        ...root.place,
        message: 'The root element does not declare the SVG namespace, so browsers do not display the image.',
        fix: 'Add xmlns="http://www.w3.org/2000/svg" to it.',
      },
    ]
  },
}
