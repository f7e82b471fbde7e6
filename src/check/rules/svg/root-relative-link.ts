import { destinationOf } from '../../facts/text/url.js'
import { linkRule } from './link-rule.js'

export const rootRelativeLink = linkRule(
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
  {
    which: 'starts with a slash and cannot load.',
    fix: 'Write the path relative to the file.',
  },
)
