import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import type { BundleRule } from '../../rule.js'

export const byteOrderMark: BundleRule = {
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
}
