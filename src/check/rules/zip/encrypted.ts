import { faultRule } from './fault-rule.js'

export const encrypted = faultRule({
  id: 'zip/encrypted',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'An entry of the zip is encrypted.',
  why: 'The service has no password to open it with.',
  mend: 'Zip the files without a password.',
})
