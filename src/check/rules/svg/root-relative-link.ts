import { SVG_LINKS } from '../../facts/svg/links.js'
import { destinationOf, shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const rootRelativeLink: FileRule = {
  id: 'svg/root-relative-link',
  level: 'warning',
  impact: 'degrades',
  section: '2.8',
  breach: 'An SVG file has a link that starts with a slash.',
  why: 'A bundle is served from a subfolder, so the path does not exist.',
  remedy: 'Write the path relative to the file.',
  needs: [SVG_LINKS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const links = await file.svgLinks()
    return links
      .filter(({ url }) => destinationOf(url) === 'root')
      .map(({ what, url, place }) => ({
        file: file.path,
        ...place,
        message: `The ${what} is ${shownUrl(url)}, which starts with a slash and cannot load.`,
        fix: 'Write the path relative to the file.',
      }))
  },
}
