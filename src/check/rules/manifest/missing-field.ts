import { schemaRule } from './schema-rule.js'

export const missingField = schemaRule('missing-field', {
  id: 'manifest/missing-field',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'A field that the manifest needs is missing.',
  why: 'The service refuses an upload whose manifest is not whole.',
  mend: 'Add the field; `miniapp rules` and the message name what it may hold.',
})
