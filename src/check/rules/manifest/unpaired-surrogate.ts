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
  breach: 'A text has half a surrogate pair, written as an escape such as `\\ud83d`.',
  why: 'Half a pair is not a character. UTF-8 cannot encode it, so some parsers refuse the manifest and others show a box.',
  remedy: 'Write the character itself, or both halves of its escape.',
  check: ({ manifest }) =>
    textLimits(manifest.value).flatMap(({ path }) => {
      const text = valueAt(manifest.value, path)
      const half = typeof text === 'string' ? /\p{Surrogate}/u.exec(text) : null
      if (half === null) return []
      return [
        {
          file: MANIFEST_PATH,
          ...inManifest(manifest, path),
          message: `${fieldName(path)} has \\u${half[0].charCodeAt(0).toString(16)}, which is half a surrogate pair and not a character.`,
        },
      ]
    }),
}
