import { MAX_UNPACKED_BYTES } from '../../../platform/limits.js'
import { formatBytes, formatBytesOver } from '../../../terminal/units.js'
import type { BundleRule } from '../../rule.js'

export const tooLarge: BundleRule = {
  id: 'bundle/too-large',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: `The bundle is larger than ${formatBytes(MAX_UNPACKED_BYTES)} unpacked.`,
  why: `The service allows at most ${formatBytes(MAX_UNPACKED_BYTES)} per version.`,
  remedy: 'Reduce the size of images, sounds and videos, or remove some.',
  check: ({ bundle }) => {
    const total = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= MAX_UNPACKED_BYTES) return []
    return [
      {
        file: null,
        message: `The files total ${formatBytesOver(total, MAX_UNPACKED_BYTES)}; at most ${formatBytes(MAX_UNPACKED_BYTES)} is allowed.`,
        fix: `Remove at least ${formatBytes(total - MAX_UNPACKED_BYTES)}.`,
      },
    ]
  },
}
