import type { BundleRule } from '../../rule.js'

export const symbolicLink: BundleRule = {
  id: 'bundle/symbolic-link',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The folder holds a symbolic link.',
  why: 'A bundle holds ordinary files only; a link could lead out of the folder.',
  mend: 'Replace the link by the file itself, or list it in .miniappignore.',
  check: ({ bundle }) =>
    bundle.faults
      .filter(({ kind }) => kind === 'symbolic-link')
      .map(({ path, detail }) => ({
        file: path,
        message: `This is a symbolic link ${detail}; a bundle holds ordinary files only.`,
        fix: 'Replace it by the file itself, or list it in .miniappignore.',
      })),
}
