import { argumentRule } from './argument-rule.js'

export const textLength = argumentRule('text-length', {
  id: 'sdk/text-length',
  level: 'warning',
  impact: 'breaks',
  section: '8.2',
  breach: 'A text for an SDK call is empty or over its limit.',
  why: 'The call rejects.',
  mend: 'Shorten the text, or split it over several calls.',
})
