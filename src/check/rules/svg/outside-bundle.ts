import { SVG_LINKS } from '../../facts/svg/links.js'
import { destinationFrom, shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const outsideBundle: FileRule = {
  id: 'svg/outside-bundle',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A relative path of an SVG file points outside the bundle.',
  why: 'Nothing above the root of the bundle can be loaded.',
  remedy: 'Add the file to the bundle and correct the path.',
  needs: [SVG_LINKS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const links = await file.svgLinks()
    return links
      .filter(({ url }) => destinationFrom(file.path, url) === 'outside')
      .map(({ what, url, place }) => ({
        file: file.path,
        ...place,
        message: `The ${what} is ${shownUrl(url)}, which points outside the bundle and cannot load.`,
        fix: 'Add the file to the bundle and correct the path.',
      }))
  },
}
