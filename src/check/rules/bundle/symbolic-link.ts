import type { BundleRule } from '../../rule.js'

export const symbolicLink: BundleRule = {
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
}
