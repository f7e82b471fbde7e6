import { argumentRule } from './argument-rule.js'

export const unknownOption = argumentRule('unknown-option', {
  id: 'sdk/unknown-option',
  level: 'warning',
  impact: 'degrades',
  section: '4.1',
  breach: 'An SDK call gets an option that it does not have.',
  why: 'The host ignores it, so the call does something else than the script says.',
  mend: 'Use the name of the option as the SDK spells it, or remove it.',
})
