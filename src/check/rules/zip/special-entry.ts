import { faultRule } from './fault-rule.js'

export const specialEntry = faultRule({
  id: 'zip/special-entry',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The zip has an entry that is not an ordinary file.',
  why: 'A bundle holds ordinary files only: no links, pipes or devices, and no folders with contents.',
  mend: 'Replace it with the file itself, or remove it.',
})
