import { faultRule } from './fault-rule.js'

export const overlappingEntries = faultRule({
  id: 'zip/overlapping-entries',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'Entries of the zip overlap.',
  why: 'Entries may not share bytes: so small zips unpack to huge ones.',
  mend: 'Create the zip again from the original files, for example with `miniapp pack`.',
})
