import { SVG_LINKS } from '../../facts/svg/links.js'
import { leadsOut, shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const remoteLink: FileRule = {
  id: 'svg/remote-link',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'An SVG file has a link to a remote URL.',
  why: 'A mini app has no network access, so links of any kind to other hosts are refused.',
  remedy: 'Add the image or font to the bundle, or remove the link.',
  needs: [SVG_LINKS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const links = await file.svgLinks()
    return links
      .filter(({ url }) => leadsOut(url))
      .map(({ what, url, place }) => ({
        file: file.path,
        ...place,
        message: `The ${what} is ${shownUrl(url)}, which is a remote URL; only bundled files can be used.`,
        fix: 'Add the file to the bundle, or remove the link.',
      }))
  },
}
