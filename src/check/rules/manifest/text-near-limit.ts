import { textLimits } from '../../../platform/manifest.js'
import { codePoints } from '../../../platform/text.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { fieldName, valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

export const textNearLimit: BundleRule = {
  id: 'manifest/text-near-limit',
  level: 'warning',
  impact: null,
  section: '2.2',
  breach: 'A text is within its limit in code points, but not in UTF-16 units.',
  why: 'Some tools count characters outside the basic plane, such as most emoji, as two.',
  remedy: 'Shorten the text so that it is within the limit either way.',
  check: ({ manifest }) =>
    textLimits(manifest.value).flatMap(({ path, max }) => {
      const text = valueAt(manifest.value, path)
      if (typeof text !== 'string' || text.length <= max) return []
      const characters = codePoints(text)
      if (characters > max) return []
      return [
        {
          file: MANIFEST_PATH,
          ...inManifest(manifest, path),
          message: `${fieldName(path)} has ${characters} characters but ${text.length} UTF-16 units; the limit is ${max} characters, and some tools count UTF-16 units.`,
          fix: `Shorten it by ${text.length - max}.`,
        },
      ]
    }),
}
