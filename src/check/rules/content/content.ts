import type { FileFacts } from '../../facts/file.js'
import { XHTML_NAMESPACE } from '../../facts/html/names.js'
import { EXPECTED_BYTES, matchesExtension, recognise } from '../../facts/leading-bytes.js'
import type { Needs } from '../../facts/needs.js'
import { DECLARED_ENCODING, declaredEncodings, maskingEncoding } from '../../facts/text/declared-encoding.js'
import type { FileRule, Finding } from '../../rule.js'

const bytesDoNotMatch: FileRule = {
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

const UNJUDGED: Needs = { drawing: { foreign: true } }

const cannotBeJudged: FileRule = {
  id: 'content/cannot-be-judged',
  level: 'error',
  impact: null,
  section: '2.8',
  breach:
    'A page or SVG file cannot be checked: it is too large or too deeply nested to parse, or has a `srcdoc`.',
  why: 'A browser might load something that the check has not seen.',
  remedy: 'Split the page, create repeated elements with a script, and remove any `srcdoc`.',
  needs: [UNJUDGED],
  appliesTo: ({ isHtml, extension }) => isHtml || extension === 'svg',
  checkFile: async (file) => [...(await unparsed(file)), ...(await pagesInDrawing(file))],
}

const unparsed = async (file: FileFacts): Promise<readonly Finding[]> => {
  const drawing = (await file.drawing(UNJUDGED))?.unjudged ?? null
  if (drawing !== null) {
    const { reason, line, column } = drawing
    const message = `The SVG file cannot be checked: ${reason}.`
    return [{ file: file.path, line, column, message, fix: 'Simplify it, or export it with fewer groups.' }]
  }
  const reason = await file.unjudgedPage()
  if (reason === null) return []
  return [
    {
      file: file.path,
      message: `The page cannot be checked: ${reason}.`,
      fix: 'Split it, or create repeated elements with a script.',
    },
  ]
}

/** In a page the element is refused as it is. */
const pagesInDrawing = async (file: FileFacts): Promise<readonly Finding[]> =>
  ((await file.drawing(UNJUDGED))?.elements ?? [])
    .filter(({ namespace }) => namespace === XHTML_NAMESPACE)
    .flatMap(({ attributes }) =>
      attributes
        .filter(({ name }) => name === 'srcdoc')
        .map(({ place }) => ({
          file: file.path,
          ...place,
          message: 'The SVG file cannot be checked: a srcdoc contains a page of its own.',
          fix: 'Remove it.',
        })),
    )

const notUtf8: FileRule = {
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
  checkFile: ({ path, extension, isUtf8 }) =>
    isUtf8
      ? []
      : [
          {
            file: path,
            message: `The file has bytes that are not UTF-8; .${extension} files must be UTF-8.`,
          },
        ],
}

const otherEncoding: FileRule = {
  id: 'content/other-encoding',
  level: 'error',
  impact: null,
  section: '2.9',
  breach:
    'A file declares, for itself or for what it loads, an encoding in which text can differ from UTF-8.',
  why: 'Text files must be UTF-8. A browser that follows the declaration can read other elements and URLs than the check.',
  remedy: 'Declare UTF-8, for example `<meta charset="utf-8">`, or remove the declaration.',
  needs: [DECLARED_ENCODING],
  appliesTo: ({ isHtml, extension }) => isHtml || extension === 'css' || extension === 'svg',
  checkFile: async (file) =>
    (await declaredEncodings(file)).flatMap((declared) => {
      const encoding = maskingEncoding(declared)
      if (encoding === null) return []
      const { loaded, line, column } = declared
      return [
        {
          file: file.path,
          line,
          column,
          ...(loaded === null
            ? {
                message: `The file declares the encoding ${encoding}, in which markup can differ; files must be UTF-8.`,
                fix: file.isHtml
                  ? 'Write <meta charset="utf-8">.'
                  : 'Write UTF-8, or remove the declaration.',
              }
            : {
                message: `The charset of a ${loaded} is ${encoding}, in which its text can differ; files must be UTF-8.`,
                fix: 'Remove the charset attribute.',
              }),
        },
      ]
    }),
}

const FORM: Needs = { drawing: {} }

const svgNotXml: FileRule = {
  id: 'content/svg-not-xml',
  level: 'error',
  impact: 'degrades',
  section: '2.9',
  breach: 'An SVG file is not well-formed XML with an svg root element.',
  why: 'Browsers display an SVG image only if it is well-formed, and the content must match the extension.',
  remedy: 'Export the image again, or correct it at the reported position.',
  needs: [FORM],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const malformed = (await file.drawing(FORM))?.malformed ?? null
    if (malformed === null) return []
    const { line, column, reason } = malformed
    return [{ file: file.path, line, column, message: `The file is not valid SVG: ${reason}.` }]
  },
}

/** Whether a file's content is what its extension says, and can be read as browsers read it. */
export const CONTENT_RULES: readonly FileRule[] = [
  bytesDoNotMatch,
  cannotBeJudged,
  notUtf8,
  otherEncoding,
  svgNotXml,
]
