import { faultRule } from './fault-rule.js'

export const notAZip = faultRule({
  id: 'zip/not-a-zip',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The file is no zip, or a damaged one.',
  why: 'The service cannot read it.',
  mend: 'Make the zip again with `miniapp pack`.',
})
