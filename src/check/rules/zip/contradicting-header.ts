import { faultRule } from './fault-rule.js'

export const contradictingHeader = faultRule({
  id: 'zip/contradicting-header',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'An entry is described in two different ways.',
  why: 'Readers differ in which description they follow.',
  mend: 'Create the zip again from the original files, for example with `miniapp pack`.',
})
