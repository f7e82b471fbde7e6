import { SVG_LINKS } from '../../facts/svg/links.js'
import { destinationOf } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const javascriptUrl: FileRule = {
  id: 'svg/javascript-url',
  level: 'error',
  impact: null,
  section: '2.8',
  breach: 'An SVG file has a `javascript:` URL.',
  why: 'SVG files must not run code.',
  remedy: 'Remove the link.',
  needs: [SVG_LINKS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const links = await file.svgLinks()
    return links
      .filter(({ url }) => destinationOf(url) === 'javascript')
      .map(({ what, place }) => ({
        file: file.path,
        ...place,
        message: `The ${what} is a javascript: URL, which is not allowed in an SVG file.`,
      }))
  },
}
