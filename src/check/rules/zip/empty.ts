import { faultRule } from './fault-rule.js'

export const empty = faultRule({
  id: 'zip/empty',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The zip has no entries.',
  why: 'A bundle has at least its manifest, its page and its icon.',
  mend: "Zip the folder's contents, with manifest.json at the root.",
})
