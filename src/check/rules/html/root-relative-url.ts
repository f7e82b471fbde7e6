import { PAGE_URLS, ROOT_REFUSED_ATTRIBUTES } from '../../facts/html/urls.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { impactOfUrl } from './impact-of-url.js'

export const rootRelativeUrl: FileRule = {
  id: 'html/root-relative-url',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'An attribute of a page starts with a slash.',
  why: 'A bundle is served from a subfolder, so paths must be relative.',
  remedy: 'Write the path relative to the page, without the leading slash.',
  needs: [PAGE_URLS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.htmlUrls())
      .filter(
        ({ name, listed, destination }) =>
          listed && destination === 'root' && ROOT_REFUSED_ATTRIBUTES.has(name),
      )
      .map((found) => {
        const { element, name, url, place } = found
        return {
          file: file.path,
          ...place,
          impact: impactOfUrl(found),
          message: `The ${name} of <${element}> is ${shownUrl(url)}, which starts with a slash; paths must be relative.`,
          fix: 'Write the path relative to the page.',
        }
      }),
}
