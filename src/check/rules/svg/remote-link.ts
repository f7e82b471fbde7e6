import { leadsOut } from '../../facts/text/url.js'
import { linkRule } from './link-rule.js'

export const remoteLink = linkRule(
  {
    id: 'svg/remote-link',
    level: 'error',
    impact: 'degrades',
    section: '2.8',
    breach: 'An SVG file has a link to a remote URL.',
    why: 'A mini app has no network access, so links of any kind to other hosts are refused.',
    remedy: 'Add the image or font to the bundle, or remove the link.',
  },
  leadsOut,
  {
    which: 'is a remote URL; only bundled files can be used.',
    fix: 'Add the file to the bundle, or remove the link.',
  },
)
