import { STYLES } from '../../facts/css/styles.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const remoteUrl: FileRule = {
  id: 'css/remote-url',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'CSS leads to the internet.',
  why: '`url(…)` and `@import` to `http:`, `https:` or `//` are refused.',
  mend: 'Put the file into the bundle and write a relative path.',
  needs: [STYLES],
  appliesTo: ({ isHtml, extension }) => isHtml || extension === 'css',
  checkFile: async (file) =>
    (await file.styleUrls())
      .filter(
        ({ link, destination }) => destination === 'web' && (link.kind === 'url' || link.kind === 'import'),
      )
      .map(({ link: { kind, url, within, place } }) => ({
        file: file.path,
        ...place,
        message: `${kind === 'import' ? '@import' : within === 'import' || within === 'namespace' ? `@${within} url()` : 'url()'} is ${shownUrl(url)}, which leads to the internet.`,
        fix:
          within === 'namespace'
            ? 'Write the namespace as a text in quotes, without url().'
            : 'Put the file into the bundle and write its relative path.',
      })),
}
