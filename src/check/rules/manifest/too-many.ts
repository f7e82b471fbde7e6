import { schemaRule } from './schema-rule.js'

export const tooMany = schemaRule('too-many', {
  id: 'manifest/too-many',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: 'A list in the manifest is too long.',
  why: 'A manifest has at most 5 screenshots and 50 products.',
  mend: 'Remove as many elements as the message says.',
})
