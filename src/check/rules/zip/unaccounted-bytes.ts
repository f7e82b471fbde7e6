import { faultRule } from './fault-rule.js'

export const unaccountedBytes = faultRule({
  id: 'zip/unaccounted-bytes',
  level: 'warning',
  impact: null,
  section: '2.9',
  breach: 'The zip has bytes that belong to no entry.',
  why: 'They are uploaded for nothing, and may be a rest of what was meant to be removed.',
  mend: 'Create the zip again from the original files, for example with `miniapp pack`.',
})
