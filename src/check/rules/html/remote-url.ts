import { pageUrlRule } from './page-url-rule.js'

export const remoteUrl = pageUrlRule(
  {
    id: 'html/remote-url',
    level: 'error',
    impact: 'degrades',
    section: '2.8',
    breach: 'An attribute of a page is a remote URL.',
    why: 'A mini app has no network access, so the upload is refused.',
    remedy: 'Add the file to the bundle and use a relative path.',
  },
  ({ listed, destination }) => listed && (destination === 'web' || destination === 'other-host'),
  {
    which: () => 'is a remote URL; only bundled files can be used.',
    fix: ({ element }) =>
      element === 'a' || element === 'area'
        ? 'Remove the link: a mini app cannot open other sites.'
        : 'Add the file to the bundle and use its relative path.',
  },
)
