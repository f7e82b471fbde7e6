import { ROOT_REFUSED_ATTRIBUTES } from '../../facts/html/urls.js'
import { pageUrlRule } from './page-url-rule.js'

export const rootRelativeElsewhere = pageUrlRule(
  {
    id: 'html/root-relative-elsewhere',
    level: 'warning',
    impact: 'degrades',
    section: '2.8',
    breach: 'An attribute that the upload check does not cover starts with a slash.',
    why: 'A bundle is served from a subfolder, so the path does not exist.',
    remedy: 'Write the path relative to the page, without the leading slash.',
  },
  ({ name, listed, destination }) => destination === 'root' && !(listed && ROOT_REFUSED_ATTRIBUTES.has(name)),
  {
    which: () => 'starts with a slash and cannot load.',
    fix: () => 'Write the path relative to the page.',
  },
)
