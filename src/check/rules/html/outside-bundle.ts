import { pageUrlRule } from './page-url-rule.js'

export const outsideBundle = pageUrlRule(
  {
    id: 'html/outside-bundle',
    level: 'warning',
    impact: 'degrades',
    section: '2.10',
    breach: 'A relative path of a page points outside the bundle.',
    why: 'Nothing above the root of the bundle can be loaded.',
    remedy: 'Add the file to the bundle and correct the path.',
  },
  ({ destination }) => destination === 'outside',
  {
    which: ({ url }) =>
      `${/^\s*file:/i.test(url) ? 'is a file on your own computer' : 'points outside the bundle'} and cannot load.`,
    fix: () => 'Add the file to the bundle and correct the path.',
  },
)
