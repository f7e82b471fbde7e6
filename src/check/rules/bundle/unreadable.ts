import type { BundleRule } from '../../rule.js'

export const unreadable: BundleRule = {
  id: 'bundle/unreadable',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'A file or folder of the bundle cannot be read.',
  why: 'A file that cannot be read cannot be checked or packed.',
  remedy: 'Give yourself permission to read it, or remove it.',
  check: ({ bundle, unreadable }) => [
    ...bundle.faults
      .filter(({ kind }) => kind === 'unreadable')
      .map(({ path, detail }) => ({
        file: path,
        message: `This cannot be read: ${detail}.`,
        fix: 'Give yourself permission to read it, or remove it.',
      })),
    ...[...unreadable].map(([path, reason]) => ({
      file: path,
      message: `The file cannot be read: ${reason}.`,
      fix:
        bundle.kind === 'zip'
          ? 'Zip the file again from the original: it is damaged in the zip.'
          : 'Give yourself permission to read it, or remove it.',
    })),
  ],
}
