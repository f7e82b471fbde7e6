import { ROOT_REFUSED_ATTRIBUTES } from '../../facts/html/urls.js'
import { pageUrlRule } from './page-url-rule.js'

export const rootRelativeUrl = pageUrlRule(
  {
    id: 'html/root-relative-url',
    level: 'error',
    impact: 'degrades',
    section: '2.8',
    breach: 'An attribute of a page starts with a slash.',
    why: 'A bundle is served from a subfolder, so paths must be relative.',
    remedy: 'Write the path relative to the page, without the leading slash.',
  },
  ({ name, listed, destination }) => listed && destination === 'root' && ROOT_REFUSED_ATTRIBUTES.has(name),
  {
    which: () => 'starts with a slash; paths must be relative.',
    fix: () => 'Write the path relative to the page.',
  },
)
