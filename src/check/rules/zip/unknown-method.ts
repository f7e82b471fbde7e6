import { faultRule } from './fault-rule.js'

export const unknownMethod = faultRule({
  id: 'zip/unknown-method',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'An entry is compressed in a way that the platform does not take.',
  why: 'Entries are stored or deflated, and nothing else.',
  mend: 'Zip the files with the method Deflate.',
})
