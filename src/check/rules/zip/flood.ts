import { faultRule } from './fault-rule.js'

export const flood = faultRule({
  id: 'zip/flood',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The zip has more than ten thousand entries.',
  why: 'A bundle has at most 1,000 files; so many entries are made to keep a reader busy, and are not looked at one by one.',
  mend: 'Remove files, or combine them.',
})
