import { attribute } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { page: { elements: ['link'] } }

export const linkRel: FileRule = {
  id: 'html/link-rel',
  level: 'error',
  impact: null,
  section: '2.8',
  breach: 'A link element prepares a connection or a page load.',
  why: '`preconnect`, `dns-prefetch`, `prefetch` and `prerender` access the network.',
  remedy: 'Remove the element, or the keyword from its rel.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    return elements.flatMap((element) => {
      if (element.name !== 'link' || element.foreign) return []
      const words = (attribute(element, 'rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/)
      return words
        .filter((word) => REFUSED.has(word))
        .map((word) => ({
          file: file.path,
          ...element.place,
          message: `A <link rel="${word}"> is not allowed: a mini app has no network access.`,
        }))
    })
  },
}

const REFUSED: ReadonlySet<string> = new Set(['preconnect', 'dns-prefetch', 'prefetch', 'prerender'])
