import { argumentRule } from './argument-rule.js'

export const missingArgument = argumentRule('missing-argument', {
  id: 'sdk/missing-argument',
  level: 'warning',
  impact: 'breaks',
  section: '4.1',
  breach: 'An SDK call is made without an argument that it needs.',
  why: 'The call rejects INVALID.',
  mend: 'Pass the argument that the message names.',
})
