import { MAX_UNPACKED_BYTES } from '../../../platform/limits.js'
import { formatBytes, formatBytesOver } from '../../../terminal/units.js'
import type { BundleRule } from '../../rule.js'

export const tooLarge: BundleRule = {
  id: 'bundle/too-large',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: 'The bundle is larger than 60 MB unpacked.',
  why: 'The service stores at most 60 MB a version.',
  mend: 'Shrink pictures, sounds and videos, or leave some out.',
  check: ({ bundle }) => {
    const total = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= MAX_UNPACKED_BYTES) return []
    return [
      {
        file: null,
        message: `The files have ${formatBytesOver(total, MAX_UNPACKED_BYTES)} together; at most ${formatBytes(MAX_UNPACKED_BYTES)} are allowed.`,
        fix: `Save at least ${formatBytes(total - MAX_UNPACKED_BYTES)}.`,
      },
    ]
  },
}
