import { STYLES } from '../../facts/css/styles.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const remoteUrl: FileRule = {
  id: 'css/remote-url',
  level: 'error',
  impact: 'degrades',
  section: '2.8',
  breach: 'CSS uses a remote URL.',
  why: '`url(…)` and `@import` to `http:`, `https:` or `//` are refused.',
  remedy: 'Add the file to the bundle and use a relative path.',
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
        message: `${kind === 'import' ? '@import' : within === 'import' || within === 'namespace' ? `@${within} url()` : 'url()'} is ${shownUrl(url)}, which is a remote URL; only bundled files can be used.`,
        fix:
          within === 'namespace'
            ? 'Write the namespace as a quoted string, without url().'
            : 'Add the file to the bundle and use its relative path.',
      })),
}
