import { EXPECTED_BYTES, matchesExtension, recognise } from '../../facts/leading-bytes.js'
import type { FileRule } from '../../rule.js'

export const bytesDoNotMatch: FileRule = {
  id: 'content/bytes-do-not-match',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The content of a file does not match its extension.',
  why: 'The extension determines how a file is served, and the first bytes must match it.',
  remedy: 'Use the extension of the actual type, or export the file in the type of its extension.',
  needs: [],
  appliesTo: ({ extension, isText }) => extension !== null && !isText && extension in EXPECTED_BYTES,
  checkFile: async ({ path, extension, bytes }) => {
    if (extension === null || matchesExtension(extension, bytes)) return []
    const found = bytes.length === 0 ? 'empty' : await recognise(bytes)
    return [
      {
        file: path,
        message: `The extension is .${extension}, but the file is ${found}; it must be ${EXPECTED_BYTES[extension]}.`,
        fix: `Export it as ${EXPECTED_BYTES[extension]}, or use the extension of its actual type.`,
      },
    ]
  },
}
