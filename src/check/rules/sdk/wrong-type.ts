import { argumentRule } from './argument-rule.js'

export const wrongType = argumentRule('wrong-type', {
  id: 'sdk/wrong-type',
  level: 'warning',
  impact: 'breaks',
  section: '4.1',
  breach: 'An SDK call gets an argument of the wrong type.',
  why: 'The host takes what the call table says and nothing else: the call rejects INVALID.',
  mend: 'Pass a value of the type that the message names; stored values are strings, so convert them with `String` or `JSON.stringify`.',
})
