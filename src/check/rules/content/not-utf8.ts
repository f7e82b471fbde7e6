import type { FileRule } from '../../rule.js'

export const notUtf8: FileRule = {
  id: 'content/not-utf8',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'A text file is not valid UTF-8.',
  why: 'Text types are served as UTF-8.',
  remedy: 'Save the file as UTF-8.',
  needs: [],
  // The manifest has a rule of its own.
  appliesTo: (file) => file.isText && file.path !== 'manifest.json',
  checkFile: (file) =>
    file.isUtf8
      ? []
      : [
          {
            file: file.path,
            message: `The file has bytes that are not UTF-8; .${file.extension} files must be UTF-8.`,
          },
        ],
}
