import { DECLARED_ENCODING, declaredEncodings, maskingEncoding } from '../../facts/text/declared-encoding.js'
import type { FileRule } from '../../rule.js'

export const otherEncoding: FileRule = {
  id: 'content/other-encoding',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'A file declares an encoding in which its markup can differ from UTF-8.',
  why: 'Text files must be UTF-8. A browser that follows the declaration can read other elements and URLs than the check.',
  remedy: 'Declare UTF-8, for example `<meta charset="utf-8">`, or remove the declaration.',
  needs: [DECLARED_ENCODING],
  appliesTo: ({ isHtml, extension }) => isHtml || extension === 'css' || extension === 'svg',
  checkFile: async (file) =>
    (await declaredEncodings(file)).flatMap(({ label, line, column }) => {
      const encoding = maskingEncoding(label)
      return encoding === null
        ? []
        : [
            {
              file: file.path,
              line,
              column,
              message: `The file declares the encoding ${encoding}, in which markup can differ; files must be UTF-8.`,
              fix: file.isHtml ? 'Write <meta charset="utf-8">.' : 'Write UTF-8, or remove the declaration.',
            },
          ]
    }),
}
