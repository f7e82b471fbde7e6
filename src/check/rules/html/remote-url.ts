import { PAGE_URLS } from '../../facts/html-urls.js'
import { shownUrl } from '../../facts/url.js'
import type { FileRule } from '../../rule.js'

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
      .map(({ element, name, url, place }) => ({
        file: file.path,
        ...place,
        message: `The ${name} of <${element}> is ${shownUrl(url)}, which leads to the internet; a bundle's pages may link to its own files alone.`,
        fix:
          element === 'a' || element === 'area'
            ? 'Remove the link: a mini app cannot open other sites.'
            : 'Put the file into the bundle and write its relative path.',
      })),
}
