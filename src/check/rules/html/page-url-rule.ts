import { type HtmlUrl, PAGE_URLS } from '../../facts/html/urls.js'
import { shownUrl } from '../../facts/text/url.js'
import type { Impact } from '../../problem.js'
import type { FileRule, RuleText } from '../../rule.js'

/** What a URL that cannot load does: a link that leaves the app puts an error page in its place. */
const impactOfUrl = ({ leadsTo }: HtmlUrl): Impact => (leadsTo === 'part' ? 'degrades' : 'breaks')

/** What a rule about the URLs of pages says of one that breaks it. */
interface PageUrlTexts {
  /** Goes on after “The href of <a> is "…", which”. */
  readonly which: (found: HtmlUrl) => string
  readonly fix: (found: HtmlUrl) => string
}

/** A rule that is broken by certain URLs in the attributes of pages. */
export const pageUrlRule = (
  text: RuleText,
  breaks: (found: HtmlUrl) => boolean,
  { which, fix }: PageUrlTexts,
): FileRule => ({
  ...text,
  needs: [PAGE_URLS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.htmlUrls()).filter(breaks).map((found) => ({
      file: file.path,
      ...found.place,
      impact: impactOfUrl(found),
      message: `The ${found.name} of <${found.element}> is ${shownUrl(found.url)}, which ${which(found)}`,
      fix: fix(found),
    })),
})
