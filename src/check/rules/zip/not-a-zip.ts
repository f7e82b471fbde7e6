import { faultRule } from './fault-rule.js'

export const notAZip = faultRule({
  id: 'zip/not-a-zip',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The file is not a zip, or is damaged.',
  why: 'The service cannot read it.',
  mend: 'Copy or download the zip again, or create it again with `miniapp pack`.',
})
