import type { BundleRule } from '../../rule.js'

/** What is not a file that can be read (2.9). */
export const IRREGULAR_FILE_RULES: readonly BundleRule[] = [
  {
    id: 'bundle/special-file',
    level: 'error',
    impact: null,
    section: '2.9',
    breach: 'The folder contains something that is not a regular file.',
    why: 'A bundle contains regular files only: no sockets, pipes or devices.',
    remedy: 'Remove it, or list it in .miniappignore.',
    check: ({ bundle }) =>
      bundle.faults
        .filter(({ kind }) => kind === 'special-file')
        .map(({ path, detail }) => ({
          file: path,
          message: `This is ${detail}; a bundle contains regular files only.`,
        })),
  },
  {
    id: 'bundle/symbolic-link',
    level: 'error',
    impact: null,
    section: '2.9',
    breach: 'The folder contains a symbolic link.',
    why: 'A bundle contains regular files only. A link could point outside the folder.',
    remedy: 'Replace the link with the file itself, or list it in .miniappignore.',
    check: ({ bundle }) =>
      bundle.faults
        .filter(({ kind }) => kind === 'symbolic-link')
        .map(({ path, detail }) => ({
          file: path,
          message: `This is a symbolic link ${detail}; a bundle contains regular files only.`,
        })),
  },
  {
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
        .map(({ path, detail }) => ({ file: path, message: `This cannot be read: ${detail}.` })),
      ...[...unreadable].map(([path, reason]) => ({
        file: path,
        message: `The file cannot be read: ${reason}.`,
        ...(bundle.kind === 'zip'
          ? { fix: 'Zip the file again from the original: it is damaged in the zip.' }
          : {}),
      })),
    ],
  },
]
