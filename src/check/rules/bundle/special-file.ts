import type { BundleRule } from '../../rule.js'

export const specialFile: BundleRule = {
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
}
