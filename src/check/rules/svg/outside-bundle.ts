import { destinationFrom } from '../../facts/text/url.js'
import { linkRule } from './link-rule.js'

export const outsideBundle = linkRule(
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
  {
    which: 'points outside the bundle and cannot load.',
    fix: 'Add the file to the bundle and correct the path.',
  },
)
