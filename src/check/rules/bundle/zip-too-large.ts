import { MAX_ZIP_BYTES } from '../../../platform/limits.js'
import { formatBytes, formatBytesOver } from '../../../terminal/units.js'
import type { BundleRule } from '../../rule.js'

export const zipTooLarge: BundleRule = {
  id: 'bundle/zip-too-large',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: `The zip is larger than ${formatBytes(MAX_ZIP_BYTES)}.`,
  why: `The service accepts zips of up to ${formatBytes(MAX_ZIP_BYTES)}.`,
  remedy: 'Reduce the size of images, sounds and videos. `miniapp pack` lists the largest files.',
  check: ({ bundle: { zipBytes } }) =>
    zipBytes === null || zipBytes <= MAX_ZIP_BYTES
      ? []
      : [
          {
            file: null,
            message: `The zip is ${formatBytesOver(zipBytes, MAX_ZIP_BYTES)}; at most ${formatBytes(MAX_ZIP_BYTES)} is allowed.`,
            fix: `Remove at least ${formatBytes(zipBytes - MAX_ZIP_BYTES)}.`,
          },
        ],
}
