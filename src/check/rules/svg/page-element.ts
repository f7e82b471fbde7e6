import type { Needs } from '../../facts/needs.js'
import type { SvgElement } from '../../facts/svg/facts.js'
import { isRefresh } from '../../facts/svg/links.js'
import { XHTML_NAMESPACE } from '../../facts/text/namespaces.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { drawing: { foreign: true } }

export const pageElement: FileRule = {
  id: 'svg/page-element',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'An SVG file has an element that embeds or replaces a page.',
  why: 'An SVG image does not show the element, and the browser blocks it when the file is opened on its own.',
  remedy: 'Remove the element.',
  needs: [ELEMENTS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const svg = await file.drawing(ELEMENTS)
    if (svg === null) return []
    return svg.elements.filter(isOfPage).map(({ local, place }) => ({
      file: file.path,
      ...place,
      message: `The element <${local}> does not work in an SVG file.`,
    }))
  },
}

const isOfPage = (element: SvgElement): boolean => isRefresh(element) || isEmbedding(element)

const isEmbedding = ({ namespace, local }: SvgElement): boolean =>
  namespace === XHTML_NAMESPACE && OF_PAGES.has(local)

const OF_PAGES: ReadonlySet<string> = new Set([
  'base',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'portal',
])
