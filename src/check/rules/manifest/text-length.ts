import { schemaRule } from './schema-rule.js'

export const textLength = schemaRule('text-length', {
  id: 'manifest/text-length',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'A text in the manifest is too short or too long.',
  why: 'Lists, payment sheets and consent screens have room for so much. Characters are Unicode code points.',
  mend: 'Write a text of the length that the message gives.',
})
