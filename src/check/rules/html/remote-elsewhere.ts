import { PAGE_URLS } from '../../facts/html/urls.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { impactOfUrl } from './impact-of-url.js'

export const remoteElsewhere: FileRule = {
  id: 'html/remote-elsewhere',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'An attribute that the upload check does not cover is a remote URL.',
  why: 'The upload is accepted, but every request to another host fails.',
  remedy: 'Add the file to the bundle and use a relative path.',
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
          message: `The ${name} of <${element}> is ${shownUrl(url)}, which is a remote URL and cannot load.`,
          fix: 'Add the file to the bundle and use its relative path, or remove it.',
        }
      }),
}
