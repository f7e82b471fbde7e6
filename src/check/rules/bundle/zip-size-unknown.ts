import { MAX_ZIP_BYTES } from '../../../platform/limits.js'
import { formatBytes, formatBytesOver } from '../../../terminal/units.js'
import type { BundleRule } from '../../rule.js'

export const zipSizeUnknown: BundleRule = {
  id: 'bundle/zip-size-unknown',
  level: 'info',
  impact: null,
  section: '8.1',
  breach: 'The folder is larger than 20 MB, so whether its zip fits is not known yet.',
  why: "The zip's size is judged on the zip itself.",
  mend: 'Run `miniapp pack` to know.',
  check: ({ bundle }) => {
    const total = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (bundle.kind === 'zip' || total <= MAX_ZIP_BYTES) return []
    return [
      {
        file: null,
        message: `The folder has ${formatBytesOver(total, MAX_ZIP_BYTES)} unpacked; whether its zip is within ${formatBytes(MAX_ZIP_BYTES)} shows when it is packed.`,
        fix: 'Run `miniapp pack`, which tells the size of the zip.',
      },
    ]
  },
}
