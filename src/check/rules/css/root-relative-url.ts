import { STYLES } from '../../facts/css/styles.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const rootRelativeUrl: FileRule = {
  id: 'css/root-relative-url',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'A `url(…)` in CSS starts with a slash.',
  why: 'A bundle is served from a subfolder, so paths must be relative.',
  remedy: 'Write the path relative to the CSS file, without the leading slash.',
  needs: [STYLES],
  appliesTo: ({ isHtml, extension }) => isHtml || extension === 'css',
  checkFile: async (file) =>
    (await file.styleUrls())
      .filter(({ link, destination }) => destination === 'root' && link.kind === 'url')
      .map(({ link: { url, place } }) => ({
        file: file.path,
        ...place,
        message: `url() is ${shownUrl(url)}, which starts with a slash; paths must be relative.`,
      })),
}
