import { SVG_LINKS } from '../../facts/svg/links.js'
import { destinationFrom, destinationOf, leadsOut, shownUrl } from '../../facts/text/url.js'
import type { FileRule, RuleText } from '../../rule.js'

/**
 * A rule that is broken by certain links of SVG files.
 * @param which goes on after “The href of <image> is "…", which”
 */
const linkRule = (
  text: RuleText,
  breaks: (url: string, path: string) => boolean,
  which: string,
): FileRule => ({
  ...text,
  needs: [SVG_LINKS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) =>
    (await file.svgLinks())
      .filter(({ url }) => breaks(url, file.path))
      .map(({ what, url, place }) => ({
        file: file.path,
        ...place,
        message: `The ${what} is ${destinationOf(url) === 'javascript' ? 'a javascript: URL' : shownUrl(url)}, which ${which}`,
      })),
})

export const SVG_LINK_RULES: readonly FileRule[] = [
  linkRule(
    {
      id: 'svg/javascript-url',
      level: 'error',
      impact: null,
      section: '2.8',
      breach: 'An SVG file has a `javascript:` URL.',
      why: 'SVG files must not run code.',
      remedy: 'Remove the link.',
    },
    (url) => destinationOf(url) === 'javascript',
    'is not allowed in an SVG file.',
  ),
  linkRule(
    {
      id: 'svg/outside-bundle',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'A relative path of an SVG file points outside the bundle.',
      why: 'Nothing above the root of the bundle can be loaded.',
      remedy: 'Add the file to the bundle and correct the path.',
    },
    (url, path) => destinationFrom(path, url) === 'outside',
    'points outside the bundle and cannot load.',
  ),
  linkRule(
    {
      id: 'svg/remote-link',
      level: 'error',
      impact: 'degrades',
      section: '2.8',
      breach: 'An SVG file has a link to a remote URL.',
      why: 'A mini app has no network access, so links of any kind to other hosts are refused.',
      remedy: 'Add the file to the bundle, or remove the link.',
    },
    leadsOut,
    'is a remote URL; only bundled files can be used.',
  ),
  linkRule(
    {
      id: 'svg/root-relative-link',
      level: 'warning',
      impact: 'degrades',
      section: '2.8',
      breach: 'An SVG file has a link that starts with a slash.',
      why: 'A bundle is served from a subfolder, so the path does not exist.',
      remedy: 'Write the path relative to the file.',
    },
    (url) => destinationOf(url) === 'root',
    'starts with a slash and cannot load.',
  ),
]
