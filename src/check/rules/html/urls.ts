import { resolvePath } from '../../facts/bundle/paths.js'
import { type HtmlUrl, PAGE_URLS, ROOT_REFUSED_ATTRIBUTES } from '../../facts/html/urls.js'
import { PUT_INTO_PAGE, takesPart } from '../../facts/svg/parts-of-files.js'
import { isTracker } from '../../facts/text/tracker-hosts.js'
import { shownUrl } from '../../facts/text/url.js'
import type { Impact } from '../../problem.js'
import type { FileRule, RuleText } from '../../rule.js'

/** What a URL that cannot load does: a link puts an error page in the app's place once somebody clicks it. */
const impactOfUrl = ({ leadsTo, url }: HtmlUrl): Impact => {
  if (leadsTo === 'page') return 'fails-if-used'
  // Games are published with counters, and play without them.
  return leadsTo === 'code' && !isTracker(url) ? 'breaks' : 'degrades'
}

/** A relative path would not do either where a part of another file is taken. */
const fixOfPart = (element: string): string | null => (takesPart(element) ? PUT_INTO_PAGE : null)

/**
 * A rule that is broken by certain URLs in the attributes of pages.
 * @param which goes on after “The href of <a> is "…", which”
 */
const urlRule = (
  text: Omit<RuleText, 'impact'>,
  breaks: (found: HtmlUrl) => boolean,
  which: (found: HtmlUrl) => string,
  fixOf: (found: HtmlUrl) => string | null = ({ element }) => fixOfPart(element),
): FileRule => ({
  ...text,
  impact: 'degrades',
  needs: [PAGE_URLS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.htmlUrls()).filter(breaks).map((found) => {
      const fix = fixOf(found)
      return {
        file: file.path,
        ...found.place,
        impact: impactOfUrl(found),
        ...(found.leadsTo === 'code' ? { unloaded: resolvePath(file.path, found.url) ?? found.url } : {}),
        message: `The ${found.name} of <${found.element}> is ${shownUrl(found.url)}, which ${which(found)}`,
        ...(fix === null ? {} : { fix }),
      }
    }),
})

const isRemote = ({ destination }: HtmlUrl): boolean => destination === 'web' || destination === 'other-host'

const mayNotBeginWithSlash = ({ name, listed }: HtmlUrl): boolean =>
  listed && ROOT_REFUSED_ATTRIBUTES.has(name)

export const PAGE_URL_RULES: readonly FileRule[] = [
  urlRule(
    {
      id: 'html/outside-bundle',
      level: 'warning',
      section: '2.10',
      breach: 'A relative path of a page points outside the bundle.',
      why: 'Nothing above the root of the bundle can be loaded.',
      remedy: 'Add the file to the bundle and correct the path.',
    },
    ({ destination }) => destination === 'outside',
    ({ url }) =>
      `${/^\s*file:/i.test(url) ? 'is a file on your own computer' : 'points outside the bundle'} and cannot load.`,
  ),
  urlRule(
    {
      id: 'html/remote-elsewhere',
      level: 'warning',
      section: '2.10',
      breach: 'An attribute that the upload check does not cover is a remote URL.',
      why: 'The upload is accepted, but every request to another host fails.',
      remedy: 'Add the file to the bundle and use a relative path, or remove the attribute.',
    },
    (found) => !found.listed && isRemote(found),
    () => 'is a remote URL and cannot load.',
  ),
  urlRule(
    {
      id: 'html/remote-url',
      level: 'error',
      section: '2.8',
      breach: 'An attribute of a page is a remote URL.',
      why: 'A mini app has no network access, so the upload is refused.',
      remedy: 'Add the file to the bundle and use a relative path.',
    },
    (found) => found.listed && isRemote(found),
    () => 'is a remote URL; only bundled files can be used.',
    ({ element }) =>
      element === 'a' || element === 'area'
        ? 'Remove the link: a mini app cannot open other sites.'
        : fixOfPart(element),
  ),
  urlRule(
    {
      id: 'html/root-relative-elsewhere',
      level: 'warning',
      section: '2.8',
      breach: 'An attribute that the upload check does not cover starts with a slash.',
      why: 'A bundle is served from a subfolder, so the path does not exist.',
      remedy: 'Write the path relative to the page, without the leading slash.',
    },
    (found) => found.destination === 'root' && !mayNotBeginWithSlash(found),
    () => 'starts with a slash and cannot load.',
  ),
  urlRule(
    {
      id: 'html/root-relative-url',
      level: 'error',
      section: '2.8',
      breach: 'An attribute of a page starts with a slash.',
      why: 'A bundle is served from a subfolder, so paths must be relative.',
      remedy: 'Write the path relative to the page, without the leading slash.',
    },
    (found) => found.destination === 'root' && mayNotBeginWithSlash(found),
    () => 'starts with a slash; paths must be relative.',
  ),
]
