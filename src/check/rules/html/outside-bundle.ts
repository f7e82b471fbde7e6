import { PAGE_URLS } from '../../facts/html/urls.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { impactOfUrl } from './impact-of-url.js'

export const outsideBundle: FileRule = {
  id: 'html/outside-bundle',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A relative path of a page climbs out of the bundle.',
  why: 'There is nothing above the root of the bundle that could load.',
  mend: 'Put the file into the bundle and correct the path.',
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
          message: `The ${name} of <${element}> is ${shownUrl(url)}, which ${/^\s*file:/i.test(url) ? 'is a file of one computer alone' : 'climbs out of the bundle'} and cannot load.`,
          fix: 'Put the file into the bundle and correct the path.',
        }
      }),
}
