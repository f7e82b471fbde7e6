import { EXPECTED_BYTES, matchesExtension, recognise } from '../../facts/leading-bytes.js'
import type { FileRule } from '../../rule.js'

export const bytesDoNotMatch: FileRule = {
  id: 'content/bytes-do-not-match',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'A file begins with other bytes than its extension promises.',
  why: 'The extension decides how a file is served, and the leading bytes must match it.',
  mend: 'Give the file the extension of what it is, or export it in the type that its extension names.',
  needs: [],
  appliesTo: ({ extension, isText }) => extension !== null && !isText && extension in EXPECTED_BYTES,
  checkFile: async ({ path, extension, bytes }) => {
    if (extension === null || matchesExtension(extension, bytes)) return []
    const found = bytes.length === 0 ? 'empty' : await recognise(bytes)
    return [
      {
        file: path,
        message: `The file is named .${extension} and is ${found}; it must begin as ${EXPECTED_BYTES[extension]}.`,
        fix: `Export it as ${EXPECTED_BYTES[extension]}, or give it the extension of what it is.`,
      },
    ]
  },
}
