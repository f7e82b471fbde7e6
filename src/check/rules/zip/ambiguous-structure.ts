import { faultRule } from './fault-rule.js'

export const ambiguousStructure = faultRule({
  id: 'zip/ambiguous-structure',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The zip can be read in more than one way.',
  why: 'What is checked and what is unpacked must be the same: bytes around the parts, hidden entries, several end records, needless Zip64, extra fields that some readers act on and zips in parts are refused.',
  mend: 'Create the zip again with `miniapp pack`, or with another tool: without a comment that looks like a record, extra fields, Zip64, or bytes around the parts.',
})
