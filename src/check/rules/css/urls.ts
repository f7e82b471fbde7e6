import { extensionOf } from '../../../platform/file-types.js'
import { namedPath } from '../../facts/bundle/named-files.js'
import type { StyleLink } from '../../facts/css/link.js'
import { STYLES, type StyleUrl } from '../../facts/css/styles.js'
import type { FileFacts } from '../../facts/file.js'
import { namesAnotherFile } from '../../facts/svg/parts-of-files.js'
import { shownUrl } from '../../facts/text/url.js'
import type { Breach, FileRule, RuleText } from '../../rule.js'

const FILTERS = /^(?:-webkit-)?(?:backdrop-)?filter$/

/** The file of the bundle that an `@import` names, if it is served as another type than CSS. */
const otherTypeImported = (from: string, { kind, url, within }: StyleLink): string | null => {
  if (within !== 'import' || (kind !== 'import' && kind !== 'url')) return null
  const path = namedPath(from, url)
  const extension = path === null ? null : extensionOf(path)
  return extension === null || extension === 'css' ? null : path
}

/** A rule about the URLs in CSS that lead out of the bundle. */
const styleUrlRule = (
  text: RuleText,
  appliesTo: (file: FileFacts) => boolean,
  breaks: (url: StyleUrl) => boolean,
  breachOf: (url: StyleUrl) => Breach,
): FileRule => ({
  ...text,
  needs: [STYLES],
  appliesTo,
  checkFile: async (file) =>
    (await file.styleUrls()).filter(breaks).map((found) => {
      const { font, place } = found.link
      return {
        file: file.path,
        ...place,
        ...breachOf(found),
        ...(font === null ? {} : { withheld: { font } }),
      }
    }),
})

const hasCss = ({ isHtml, extension }: FileFacts): boolean => isHtml || extension === 'css'

const isRemote = ({ link: { kind }, destination }: StyleUrl): boolean =>
  destination === 'web' && (kind === 'url' || kind === 'import')

const isRootRelative = ({ link: { kind }, destination }: StyleUrl): boolean =>
  destination === 'root' && kind === 'url'

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

export const CSS_RULES: readonly FileRule[] = [
  styleUrlRule(
    {
      id: 'css/cannot-load',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'CSS uses a URL that the upload check accepts but that cannot load.',
      why: 'The upload is accepted, and the request fails at run time.',
      remedy: 'Add the file to the bundle and use a relative path.',
    },
    (file) => hasCss(file) || file.extension === 'svg',
    // What the platform refuses is said by the rules of its own.
    (found) => !isRemote(found) && !isRootRelative(found),
    ({ link: { kind, url, within }, destination }) => ({
      message: `${WHERE[kind](within)} is ${shownUrl(url)}, which cannot load: ${REASONS[destination]}.`,
    }),
  ),
  {
    id: 'css/filter-of-another-file',
    level: 'warning',
    impact: 'degrades',
    section: '2.10',
    breach: 'CSS uses a filter from another file.',
    why: 'Browsers accept filters only from the same origin, and the page has an opaque origin.',
    remedy: 'Put the filter into an inline SVG of the page, and write `url(#name)` in the page itself.',
    needs: [STYLES],
    appliesTo: hasCss,
    checkFile: async (file) =>
      (await file.styles())
        .filter(
          ({ kind, url, property }) =>
            kind === 'url' && url.includes('#') && FILTERS.test(property) && namesAnotherFile(file.path, url),
        )
        .map(({ url, property, place }) => ({
          file: file.path,
          ...place,
          message: `The ${property} is ${shownUrl(url)}, which is in another file and does not work.`,
        })),
  },
  {
    id: 'css/import-of-another-type',
    level: 'warning',
    impact: 'degrades',
    section: '2.9',
    breach: 'An `@import` names a file that is not a .css file.',
    why: 'The extension determines how a file is served, and a page without an origin loads only CSS files as stylesheets.',
    remedy: 'Use the extension .css.',
    needs: [STYLES],
    appliesTo: hasCss,
    checkFile: async (file) =>
      (await file.styles()).flatMap((link) => {
        const path = otherTypeImported(file.path, link)
        return path === null
          ? []
          : [
              {
                file: file.path,
                ...link.place,
                message: `@import loads ${path} as a stylesheet, but it is served as another type.`,
              },
            ]
      }),
  },
  styleUrlRule(
    {
      id: 'css/remote-url',
      level: 'error',
      impact: 'degrades',
      section: '2.8',
      breach: 'CSS uses a remote URL.',
      why: '`url(…)` and `@import` to `http:`, `https:` or `//` are refused.',
      remedy: 'Add the file to the bundle and use a relative path.',
    },
    hasCss,
    isRemote,
    ({ link: { kind, url, within } }) => ({
      message: `${kind === 'import' ? '@import' : within === 'import' || within === 'namespace' ? `@${within} url()` : 'url()'} is ${shownUrl(url)}, which is a remote URL; only bundled files can be used.`,
      ...(within === 'namespace' ? { fix: 'Write the namespace as a quoted string, without url().' } : {}),
    }),
  ),
  styleUrlRule(
    {
      id: 'css/root-relative-url',
      level: 'error',
      impact: 'degrades',
      section: '2.8',
      breach: 'A `url(…)` in CSS starts with a slash.',
      why: 'A bundle is served from a subfolder, so paths must be relative.',
      remedy: 'Write the path relative to the CSS file, without the leading slash.',
    },
    hasCss,
    isRootRelative,
    ({ link: { url } }) => ({
      message: `url() is ${shownUrl(url)}, which starts with a slash; paths must be relative.`,
    }),
  ),
]
