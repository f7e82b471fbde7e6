import { argumentRule } from './argument-rule.js'

export const badKey = argumentRule('bad-key', {
  id: 'sdk/bad-key',
  level: 'warning',
  impact: 'breaks',
  section: '8.2',
  breach: 'A storage key or the key of a shared record has characters that are not allowed, or is too long.',
  why: 'The call rejects INVALID_KEY (`storage`) or INVALID (`db`).',
  mend: 'Write keys with 1 to 128 letters, digits and `_ . : -`.',
})
