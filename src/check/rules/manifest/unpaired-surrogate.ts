import { textLimits } from '../../../platform/manifest.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { fieldName, valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

export const unpairedSurrogate: BundleRule = {
  id: 'manifest/unpaired-surrogate',
  level: 'warning',
  impact: null,
  section: '2.2',
  breach: 'A text has one half of a surrogate pair, written as an escape such as `\\ud83d`.',
  why: 'It is no character: UTF-8 cannot hold it, so that some readers refuse the manifest and others show a box.',
  mend: 'Write the character itself, or both halves of its escape.',
  check: ({ manifest }) =>
    textLimits(manifest.value).flatMap(({ path }) => {
      const text = valueAt(manifest.value, path)
      const half = typeof text === 'string' ? /\p{Surrogate}/u.exec(text) : null
      if (half === null) return []
      return [
        {
          file: MANIFEST_PATH,
          ...inManifest(manifest, path),
          message: `${fieldName(path)} has \\u${half[0].charCodeAt(0).toString(16)} without its other half; that is no character.`,
          fix: 'Write the character itself.',
        },
      ]
    }),
}
