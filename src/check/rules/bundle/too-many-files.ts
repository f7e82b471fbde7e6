import { MAX_FILES } from '../../../platform/limits.js'
import { formatNumber } from '../../../terminal/units.js'
import type { BundleRule } from '../../rule.js'

export const tooManyFiles: BundleRule = {
  id: 'bundle/too-many-files',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: `The bundle has more than ${formatNumber(MAX_FILES)} files.`,
  why: `The service allows at most ${formatNumber(MAX_FILES)} files per version.`,
  remedy: 'Remove files, or combine small ones: sprites into a sheet, modules into a bundle.',
  check: ({ bundle }) =>
    bundle.files.length <= MAX_FILES
      ? []
      : [
          {
            file: null,
            message: `The bundle has ${formatNumber(bundle.files.length)} files; at most ${formatNumber(MAX_FILES)} are allowed.`,
            fix: `Remove at least ${formatNumber(bundle.files.length - MAX_FILES)}.`,
          },
        ],
}
