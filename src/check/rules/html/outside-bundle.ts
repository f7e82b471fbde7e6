import { PAGE_URLS } from '../../facts/html/urls.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { impactOfUrl } from './impact-of-url.js'

export const outsideBundle: FileRule = {
  id: 'html/outside-bundle',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A relative path of a page points outside the bundle.',
  why: 'Nothing above the root of the bundle can be loaded.',
  remedy: 'Add the file to the bundle and correct the path.',
  needs: [PAGE_URLS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.htmlUrls())
      .filter(({ destination }) => destination === 'outside')
      .map((found) => {
        const { element, name, url, place } = found
        return {
          file: file.path,
          ...place,
          impact: impactOfUrl(found),
          message: `The ${name} of <${element}> is ${shownUrl(url)}, which ${/^\s*file:/i.test(url) ? 'is a file on your own computer' : 'points outside the bundle'} and cannot load.`,
          fix: 'Add the file to the bundle and correct the path.',
        }
      }),
}
