import type { Needs } from '../../facts/needs.js'
import { SVG_NAMESPACE, XHTML_NAMESPACE } from '../../facts/text/namespaces.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { drawing: { elements: ['script'] } }

export const scriptElement: FileRule = {
  id: 'svg/script-element',
  level: 'error',
  impact: null,
  section: '2.8',
  breach: 'An SVG file has a script element.',
  why: 'SVG files must not run code.',
  remedy: 'Remove the element, and move the code into a .js file.',
  needs: [ELEMENTS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const svg = await file.drawing(ELEMENTS)
    if (svg === null) return []
    return svg.elements
      .filter(({ local, namespace }) => local.toLowerCase() === 'script' && CODE_NAMESPACES.has(namespace))
      .map(({ place }) => ({
        file: file.path,
        ...place,
        message: 'A script element is not allowed in an SVG file.',
      }))
  },
}

// Without a namespace too: the file may be put into a page, where it gets one.
const CODE_NAMESPACES: ReadonlySet<string> = new Set([SVG_NAMESPACE, XHTML_NAMESPACE, ''])
