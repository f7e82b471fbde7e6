import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import type { BundleRule } from '../../rule.js'

export const notUtf8: BundleRule = {
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
}
