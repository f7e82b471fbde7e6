import { faultRule } from './fault-rule.js'

export const unsafeName = faultRule({
  id: 'zip/unsafe-name',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'An entry has a name that leads out of its folder, or that systems read differently.',
  why: 'Names with `..`, drives, backslashes, control characters or two encodings are how files are smuggled in.',
  mend: 'Rename the file with letters, digits, _, - and dots, and zip it again.',
})
