import { MAX_COMPRESSION_RATIO, RATIO_CHECKED_ABOVE_BYTES } from '../../../platform/limits.js'
import { formatBytes, formatNumber } from '../../../terminal/units.js'
import type { BundleRule } from '../../rule.js'

export const compressionRatio: BundleRule = {
  id: 'bundle/compression-ratio',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: `A file over ${formatBytes(RATIO_CHECKED_ABOVE_BYTES)} compresses more than ${MAX_COMPRESSION_RATIO} to 1.`,
  why: 'Decompression bombs look like this.',
  remedy: 'Pack with `miniapp pack`, which stores such files uncompressed, or shrink the file.',
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path, bytes, compressedBytes }) => {
      if (compressedBytes === null || bytes <= RATIO_CHECKED_ABOVE_BYTES) return []
      if (bytes <= compressedBytes * MAX_COMPRESSION_RATIO) return []
      const ratio = compressedBytes === 0 ? 'infinitely' : formatNumber(Math.ceil(bytes / compressedBytes))
      return [
        {
          file: path,
          message: `The file is compressed ${ratio} to 1 (${formatBytes(bytes)} unpacked); above ${formatBytes(RATIO_CHECKED_ABOVE_BYTES)}, at most ${MAX_COMPRESSION_RATIO} to 1 is allowed.`,
          fix: 'Store it uncompressed, as miniapp pack does.',
        },
      ]
    }),
}
