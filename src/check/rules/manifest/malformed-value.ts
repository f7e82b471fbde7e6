import { schemaRule } from './schema-rule.js'

export const malformedValue = schemaRule('malformed-value', {
  id: 'manifest/malformed-value',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'A field of the manifest is not written in the form that it must have.',
  why: 'App ID, version, paths and product ids have a fixed form.',
  mend: 'Write the value in the form that the message gives.',
})
