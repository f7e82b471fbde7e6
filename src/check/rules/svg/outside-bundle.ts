import { SVG_LINKS } from '../../facts/svg/links.js'
import { destinationFrom, shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const outsideBundle: FileRule = {
  id: 'svg/outside-bundle',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A relative path of an SVG file climbs out of the bundle.',
  why: 'There is nothing above the root of the bundle that could load.',
  mend: 'Put the file into the bundle and correct the path.',
  needs: [SVG_LINKS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const links = await file.svgLinks()
    return links
      .filter(({ url }) => destinationFrom(file.path, url) === 'outside')
      .map(({ what, url, place }) => ({
        file: file.path,
        ...place,
        message: `The ${what} is ${shownUrl(url)}, which climbs out of the bundle and cannot load.`,
        fix: 'Put the file into the bundle and correct the path.',
      }))
  },
}
