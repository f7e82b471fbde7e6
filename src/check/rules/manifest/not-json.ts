import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import type { BundleRule } from '../../rule.js'

export const notJson: BundleRule = {
  id: 'manifest/not-json',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'manifest.json is not JSON.',
  why: 'The service expects strict JSON: double quotes, no comments and no trailing commas.',
  remedy: 'Correct it at the reported position.',
  check: ({ manifest: { syntaxError } }) =>
    syntaxError === null
      ? []
      : [
          {
            file: MANIFEST_PATH,
            line: syntaxError.line,
            column: syntaxError.column,
            message: `manifest.json is not JSON: ${syntaxError.reason}.`,
            fix: `Correct line ${syntaxError.line}, column ${syntaxError.column}.`,
          },
        ],
}
