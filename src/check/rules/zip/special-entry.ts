import { faultRule } from './fault-rule.js'

export const specialEntry = faultRule({
  id: 'zip/special-entry',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The zip has an entry that is no ordinary file.',
  why: 'A bundle holds ordinary files only: no links, pipes or devices, and no folders with contents.',
  mend: 'Replace it by the file itself, and make the zip again with `miniapp pack`.',
})
