import { pageUrlRule } from './page-url-rule.js'

export const remoteElsewhere = pageUrlRule(
  {
    id: 'html/remote-elsewhere',
    level: 'warning',
    impact: 'degrades',
    section: '2.10',
    breach: 'An attribute that the upload check does not cover is a remote URL.',
    why: 'The upload is accepted, but every request to another host fails.',
    remedy: 'Add the file to the bundle and use a relative path.',
  },
  ({ listed, destination }) => !listed && (destination === 'web' || destination === 'other-host'),
  {
    which: () => 'is a remote URL and cannot load.',
    fix: () => 'Add the file to the bundle and use its relative path, or remove it.',
  },
)
