import { faultRule } from './fault-rule.js'

export const duplicateEntry = faultRule({
  id: 'zip/duplicate-entry',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'Two entries of the zip have the same name, or one is a file where another has a folder.',
  why: 'Readers differ in which of the two they take.',
  mend: 'Remove or rename one of the two.',
})
