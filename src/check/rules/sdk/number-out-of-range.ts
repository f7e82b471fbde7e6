import { argumentRule } from './argument-rule.js'

export const numberOutOfRange = argumentRule('number-out-of-range', {
  id: 'sdk/number-out-of-range',
  level: 'warning',
  impact: 'breaks',
  section: '4.1',
  breach: 'A number for an SDK call is out of its range.',
  why: 'The call rejects INVALID.',
  mend: 'Pass a number that the message names.',
})
