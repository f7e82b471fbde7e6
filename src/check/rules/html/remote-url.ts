import { PAGE_URLS } from '../../facts/html/urls.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { impactOfUrl } from './impact-of-url.js'

export const remoteUrl: FileRule = {
  id: 'html/remote-url',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'An attribute of a page leads to the internet.',
  why: 'A mini app has no network: the upload is refused.',
  mend: 'Put the file into the bundle and write a relative path.',
  needs: [PAGE_URLS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.htmlUrls())
      .filter(({ listed, destination }) => listed && (destination === 'web' || destination === 'other-host'))
      .map((found) => {
        const { element, name, url, place } = found
        return {
          file: file.path,
          ...place,
          impact: impactOfUrl(found),
          message: `The ${name} of <${element}> is ${shownUrl(url)}, which leads to the internet; a bundle's pages may link to its own files alone.`,
          fix:
            element === 'a' || element === 'area'
              ? 'Remove the link: a mini app cannot open other sites.'
              : 'Put the file into the bundle and write its relative path.',
        }
      }),
}
