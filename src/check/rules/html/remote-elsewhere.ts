import { PAGE_URLS } from '../../facts/html/urls.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { impactOfUrl } from './impact-of-url.js'

export const remoteElsewhere: FileRule = {
  id: 'html/remote-elsewhere',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'An attribute that the upload check does not name leads to the internet.',
  why: 'It is accepted, and every request to another host fails.',
  mend: 'Put the file into the bundle and write a relative path.',
  needs: [PAGE_URLS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.htmlUrls())
      .filter(({ listed, destination }) => !listed && (destination === 'web' || destination === 'other-host'))
      .map((found) => {
        const { element, name, url, place } = found
        return {
          file: file.path,
          ...place,
          impact: impactOfUrl(found),
          message: `The ${name} of <${element}> is ${shownUrl(url)}, which leads to the internet and cannot load.`,
          fix: 'Put the file into the bundle and write its relative path, or remove it.',
        }
      }),
}
