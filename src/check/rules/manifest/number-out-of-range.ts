import { schemaRule } from './schema-rule.js'

export const numberOutOfRange = schemaRule('number-out-of-range', {
  id: 'manifest/number-out-of-range',
  level: 'error',
  impact: null,
  section: '2.4',
  breach: 'A number in the manifest is out of its range.',
  why: 'Capability versions are whole numbers of 1 or more.',
  mend: 'Write a number in the range that the message gives.',
})
