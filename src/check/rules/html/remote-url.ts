import { PAGE_URLS } from '../../facts/html/urls.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { impactOfUrl } from './impact-of-url.js'

export const remoteUrl: FileRule = {
  id: 'html/remote-url',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'An attribute of a page is a remote URL.',
  why: 'A mini app has no network access, so the upload is refused.',
  remedy: 'Add the file to the bundle and use a relative path.',
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
          message: `The ${name} of <${element}> is ${shownUrl(url)}, which is a remote URL; only bundled files can be used.`,
          fix:
            element === 'a' || element === 'area'
              ? 'Remove the link: a mini app cannot open other sites.'
              : 'Add the file to the bundle and use its relative path.',
        }
      }),
}
