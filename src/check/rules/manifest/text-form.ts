import { schemaRule } from './schema-rule.js'

export const textForm = schemaRule('text-form', {
  id: 'manifest/text-form',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'A text in the manifest has outer spaces, control characters, or line breaks where none may be.',
  why: 'Texts are shown to people exactly as written. Only `description` may have line breaks.',
  mend: 'Remove the spaces around the text and the control characters, and write it on one line.',
})
