import { schemaRule } from './schema-rule.js'

export const unknownField = schemaRule('unknown-field', {
  id: 'manifest/unknown-field',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'The manifest has a field that the platform does not know.',
  why: 'Unknown fields are refused, `$schema` among them.',
  mend: 'Remove the field or correct its name; name an editor schema in .vscode/settings.json instead.',
})
