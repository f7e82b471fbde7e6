import type { Bundle } from '../../../bundle/bundle.js'
import {
  MAX_COMPRESSION_RATIO,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_UNPACKED_BYTES,
  MAX_ZIP_BYTES,
  RATIO_CHECKED_ABOVE_BYTES,
} from '../../../platform/limits.js'
import { formatBytes, formatBytesOver, formatNumber } from '../../../terminal/units.js'
import type { Breach, BundleRule, Finding, RuleText } from '../../rule.js'

const limitRule = (
  text: Omit<RuleText, 'impact' | 'section'>,
  find: (bundle: Bundle) => readonly Finding[],
): BundleRule => ({ ...text, impact: null, section: '8.1', check: ({ bundle }) => find(bundle) })

const ofWhole = (breach: Breach): readonly Finding[] => [{ file: null, ...breach }]

const unpackedBytes = ({ files }: Bundle): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

export const zipTooLarge = limitRule(
  {
    id: 'bundle/zip-too-large',
    level: 'error',
    breach: 'The zip is larger than 20 MB.',
    why: 'The service accepts zips of up to 20 MB.',
    remedy: 'Reduce the size of images, sounds and videos. `miniapp pack` lists the largest files.',
  },
  ({ zipBytes }) =>
    zipBytes === null || zipBytes <= MAX_ZIP_BYTES
      ? []
      : ofWhole({
          message: `The zip is ${formatBytesOver(zipBytes, MAX_ZIP_BYTES)}; at most ${formatBytes(MAX_ZIP_BYTES)} is allowed.`,
          fix: `Remove at least ${formatBytes(zipBytes - MAX_ZIP_BYTES)}.`,
        }),
)

/** The sizes and numbers that a bundle may have (8.1). */
export const SIZE_RULES: readonly BundleRule[] = [
  limitRule(
    {
      id: 'bundle/compression-ratio',
      level: 'error',
      breach: 'A file over 1 MB compresses more than 100 to 1.',
      why: 'Decompression bombs look like this.',
      remedy: 'Pack with `miniapp pack`, which stores such files uncompressed, or shrink the file.',
    },
    ({ files }) =>
      files.flatMap(({ path, bytes, compressedBytes }) => {
        if (compressedBytes === null || bytes <= RATIO_CHECKED_ABOVE_BYTES) return []
        if (bytes <= compressedBytes * MAX_COMPRESSION_RATIO) return []
        const ratio = compressedBytes === 0 ? 'infinitely' : formatNumber(Math.ceil(bytes / compressedBytes))
        return [
          {
            file: path,
            message: `The file is compressed ${ratio} to 1 (${formatBytes(bytes)} unpacked); above ${formatBytes(RATIO_CHECKED_ABOVE_BYTES)}, at most ${MAX_COMPRESSION_RATIO} to 1 is allowed.`,
          },
        ]
      }),
  ),
  limitRule(
    {
      id: 'bundle/file-too-large',
      level: 'error',
      breach: 'A file is larger than 20 MB.',
      why: 'The service accepts files of up to 20 MB.',
      remedy: 'Shrink or split the file.',
    },
    ({ files }) =>
      files
        .filter(({ bytes }) => bytes > MAX_FILE_BYTES)
        .map(({ path, bytes }) => ({
          file: path,
          message: `The file is ${formatBytesOver(bytes, MAX_FILE_BYTES)}; at most ${formatBytes(MAX_FILE_BYTES)} is allowed.`,
        })),
  ),
  limitRule(
    {
      id: 'bundle/too-large',
      level: 'error',
      breach: 'The bundle is larger than 60 MB unpacked.',
      why: 'The service allows at most 60 MB per version.',
      remedy: 'Reduce the size of images, sounds and videos, or remove some.',
    },
    (bundle) => {
      const total = unpackedBytes(bundle)
      return total <= MAX_UNPACKED_BYTES
        ? []
        : ofWhole({
            message: `The files total ${formatBytesOver(total, MAX_UNPACKED_BYTES)}; at most ${formatBytes(MAX_UNPACKED_BYTES)} is allowed.`,
            fix: `Remove at least ${formatBytes(total - MAX_UNPACKED_BYTES)}.`,
          })
    },
  ),
  limitRule(
    {
      id: 'bundle/too-many-files',
      level: 'error',
      breach: 'The bundle has more than 1,000 files.',
      why: 'The service allows at most 1,000 files per version.',
      remedy: 'Remove files, or combine small ones: sprites into a sheet, modules into a bundle.',
    },
    ({ files: { length } }) =>
      length <= MAX_FILES
        ? []
        : ofWhole({
            message: `The bundle has ${formatNumber(length)} files; at most ${formatNumber(MAX_FILES)} are allowed.`,
            fix: `Remove at least ${formatNumber(length - MAX_FILES)}.`,
          }),
  ),
  limitRule(
    {
      id: 'bundle/zip-size-unknown',
      level: 'info',
      breach: 'The folder is larger than 20 MB, so its zip may be too large.',
      why: 'The limit applies to the zip, whose size is known only once it is packed.',
      remedy: 'Run `miniapp pack` to find out.',
    },
    (bundle) => {
      const total = unpackedBytes(bundle)
      return bundle.kind === 'zip' || total <= MAX_ZIP_BYTES
        ? []
        : ofWhole({
            message: `The folder is ${formatBytesOver(total, MAX_ZIP_BYTES)} unpacked; its zip must be at most ${formatBytes(MAX_ZIP_BYTES)}.`,
          })
    },
  ),
  zipTooLarge,
]
