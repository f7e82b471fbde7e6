import type { StyleLink } from '../../facts/css/link.js'
import { STYLES } from '../../facts/css/styles.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

export const cannotLoad: FileRule = {
  id: 'css/cannot-load',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'CSS names a URL that the upload check does not look at, and that cannot load.',
  why: 'It is accepted, and the request fails at run time.',
  mend: 'Put the file into the bundle and write a relative path.',
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
          fix: 'Put the file into the bundle and write its relative path.',
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
  data: "the page's policy takes stylesheets from the bundle alone",
  web: 'it leads to the internet',
  'other-host': 'it leads to the internet',
  root: 'it starts with a slash',
  outside: 'it climbs out of the bundle',
} as const
