import { schemaRule } from './schema-rule.js'

export const wrongType = schemaRule('wrong-type', {
  id: 'manifest/wrong-type',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'A field of the manifest has a value of the wrong type.',
  why: 'The service reads each field as one type of JSON value.',
  mend: 'Write the value as the message says: a text in quotes, a number without.',
})
