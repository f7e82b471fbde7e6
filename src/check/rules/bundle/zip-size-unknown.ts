import { MAX_ZIP_BYTES } from '../../../platform/limits.js'
import { formatBytes, formatBytesOver } from '../../../terminal/units.js'
import type { BundleRule } from '../../rule.js'

export const zipSizeUnknown: BundleRule = {
  id: 'bundle/zip-size-unknown',
  level: 'info',
  impact: null,
  section: '8.1',
  breach: `The folder is larger than ${formatBytes(MAX_ZIP_BYTES)}, so its zip may be too large.`,
  why: 'The limit applies to the zip, whose size is known only once it is packed.',
  remedy: 'Run `miniapp pack` to find out.',
  check: ({ bundle }) => {
    const total = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (bundle.kind === 'zip' || total <= MAX_ZIP_BYTES) return []
    return [
      {
        file: null,
        message: `The folder is ${formatBytesOver(total, MAX_ZIP_BYTES)} unpacked; its zip must be at most ${formatBytes(MAX_ZIP_BYTES)}.`,
        fix: 'Run `miniapp pack` to see the size of the zip.',
      },
    ]
  },
}
