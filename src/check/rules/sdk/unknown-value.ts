import { argumentRule } from './argument-rule.js'

export const unknownValue = argumentRule('unknown-value', {
  id: 'sdk/unknown-value',
  level: 'warning',
  impact: 'breaks',
  section: '4.1',
  breach: 'An option of an SDK call has a value that is not among those it can have.',
  why: 'The call rejects INVALID.',
  mend: 'Use one of the values that the message names.',
})
