import { SVG_LINKS } from '../../facts/svg/links.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule, RuleText } from '../../rule.js'

/** What a rule about the links of drawings says of one that breaks it. */
interface LinkTexts {
  /** Goes on after “The href of <image> is "…", which”. */
  readonly which: string
  readonly fix: string
}

/** A rule that is broken by certain links of SVG files. */
export const linkRule = (
  text: RuleText,
  breaks: (url: string, path: string) => boolean,
  { which, fix }: LinkTexts,
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
        message: `The ${what} is ${shownUrl(url)}, which ${which}`,
        fix,
      })),
})
