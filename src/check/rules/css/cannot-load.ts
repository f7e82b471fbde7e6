import type { StyleLink } from '../../facts/css/link.js'
import { STYLES } from '../../facts/css/styles.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const cannotLoad: FileRule = {
  id: 'css/cannot-load',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'CSS uses a URL that the upload check accepts but that cannot load.',
  why: 'The upload is accepted, and the request fails at run time.',
  remedy: 'Add the file to the bundle and use a relative path.',
  needs: [STYLES],
  appliesTo: ({ isHtml, extension }) => isHtml || extension === 'css' || extension === 'svg',
  checkFile: async (file) =>
    (await file.styleUrls()).flatMap(({ link, destination }) => {
      const { kind, url, within } = link
      // What the platform refuses is said by the rules of its own.
      if ((kind === 'url' || kind === 'import') && destination === 'web') return []
      if (kind === 'url' && destination === 'root') return []
      const where = WHERE[kind](within)
      return [
        {
          file: file.path,
          ...link.place,
          message: `${where} is ${shownUrl(url)}, which cannot load: ${REASONS[destination]}.`,
        },
      ]
    }),
}

const WHERE = {
  url: () => 'url()',
  import: () => '@import',
  text: (within) => `${within}()`,
  value: (within) => within,
} as const satisfies Record<StyleLink['kind'], (within: string) => string>

const REASONS = {
  data: "the page's policy allows only stylesheets from the bundle",
  web: 'it is a remote URL',
  'other-host': 'it is a remote URL',
  root: 'it starts with a slash',
  outside: 'it points outside the bundle',
} as const
