import { schemaRule } from './schema-rule.js'

export const unknownValue = schemaRule('unknown-value', {
  id: 'manifest/unknown-value',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'A field of the manifest has a value that is not one of those allowed.',
  why: 'The service knows only the listed values, in exactly this spelling.',
  mend: 'Choose one of the values that the message lists.',
})
