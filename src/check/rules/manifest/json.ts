import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { fieldName, pointerOf } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'

/** Whether the manifest is plain JSON (2.2). */
export const MANIFEST_JSON_RULES: readonly BundleRule[] = [
  {
    id: 'manifest/byte-order-mark',
    level: 'error',
    impact: null,
    section: '2.2',
    breach: 'manifest.json starts with a byte order mark.',
    why: 'The service expects plain UTF-8 JSON without a byte order mark.',
    remedy: 'Save the file as UTF-8 without a byte order mark.',
    check: ({ manifest }) =>
      manifest.byteOrderMark
        ? [
            {
              file: MANIFEST_PATH,
              line: 1,
              column: 1,
              message: 'manifest.json starts with a byte order mark; it must be plain UTF-8 JSON.',
            },
          ]
        : [],
  },
  {
    id: 'manifest/duplicate-key',
    level: 'warning',
    impact: null,
    section: '2.2',
    breach: 'An object in manifest.json has a duplicate key.',
    why: 'JSON parsers use the last value and silently drop the others.',
    remedy: 'Keep only the key that you want.',
    check: ({ manifest: { tree } }) =>
      (tree?.duplicateKeys() ?? []).map(({ path, line, column }) => ({
        file: MANIFEST_PATH,
        line,
        column,
        pointer: pointerOf(path),
        message: `${fieldName(path)} is defined twice; the last value is used.`,
      })),
  },
  {
    id: 'manifest/not-json',
    level: 'error',
    impact: null,
    section: '2.2',
    breach: 'manifest.json is not JSON.',
    why: 'The service expects strict JSON: double quotes, no comments and no trailing commas.',
    remedy: 'Correct it at the reported position.',
    check: ({ manifest: { syntaxError } }) => {
      if (syntaxError === null) return []
      const { line, column, reason } = syntaxError
      return [
        {
          file: MANIFEST_PATH,
          line,
          column,
          message: `manifest.json is not JSON: ${reason}.`,
          fix: `Correct line ${line}, column ${column}.`,
        },
      ]
    },
  },
  {
    id: 'manifest/not-utf8',
    level: 'error',
    impact: null,
    section: '2.2',
    breach: 'manifest.json is not valid UTF-8.',
    why: 'The service reads the manifest as UTF-8.',
    remedy: 'Save the file as UTF-8 in your editor.',
    check: ({ manifest }) =>
      manifest.state === 'not-utf8'
        ? [
            {
              file: MANIFEST_PATH,
              message: 'manifest.json has bytes that are not UTF-8; it must be UTF-8 JSON.',
            },
          ]
        : [],
  },
]
