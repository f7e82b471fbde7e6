import { SVG_LINKS } from '../../facts/svg/links.js'
import { leadsOut, shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const remoteLink: FileRule = {
  id: 'svg/remote-link',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'An SVG file links to the internet.',
  why: 'A mini app has no network: links of any kind to other hosts are refused.',
  mend: 'Put the picture or font into the bundle, or remove the link.',
  needs: [SVG_LINKS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const links = await file.svgLinks()
    return links
      .filter(({ url }) => leadsOut(url))
      .map(({ what, url, place }) => ({
        file: file.path,
        ...place,
        message: `The ${what} is ${shownUrl(url)}, which links to the internet.`,
        fix: 'Put what it needs into the bundle, or remove the link.',
      }))
  },
}
