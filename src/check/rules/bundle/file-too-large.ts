import { MAX_FILE_BYTES } from '../../../platform/limits.js'
import { formatBytes, formatBytesOver } from '../../../terminal/units.js'
import type { BundleRule } from '../../rule.js'

export const fileTooLarge: BundleRule = {
  id: 'bundle/file-too-large',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: `A file is larger than ${formatBytes(MAX_FILE_BYTES)}.`,
  why: `The service accepts files of up to ${formatBytes(MAX_FILE_BYTES)}.`,
  remedy: 'Shrink or split the file.',
  check: ({ bundle }) =>
    bundle.files
      .filter(({ bytes }) => bytes > MAX_FILE_BYTES)
      .map(({ path, bytes }) => ({
        file: path,
        message: `The file is ${formatBytesOver(bytes, MAX_FILE_BYTES)}; at most ${formatBytes(MAX_FILE_BYTES)} is allowed.`,
        fix: 'Shrink or split it.',
      })),
}
