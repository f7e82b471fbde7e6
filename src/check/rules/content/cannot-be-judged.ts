import type { FileFacts } from '../../facts/file.js'
import type { Needs } from '../../facts/needs.js'
import { XHTML_NAMESPACE } from '../../facts/text/namespaces.js'
import type { FileRule, Finding } from '../../rule.js'

const ELEMENTS: Needs = { drawing: { foreign: true } }

export const cannotBeJudged: FileRule = {
  id: 'content/cannot-be-judged',
  level: 'error',
  impact: null,
  section: '2.8',
  breach:
    'A page or SVG file cannot be checked: it is too large or too deeply nested to parse, or has a `srcdoc`.',
  why: 'A browser might load something that the check has not seen.',
  remedy: 'Split the page, create repeated elements with a script, and remove any `srcdoc`.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml, extension }) => isHtml || extension === 'svg',
  checkFile: async (file) => [...(await unparsed(file)), ...(await pagesInDrawing(file))],
}

const unparsed = async (file: FileFacts): Promise<readonly Finding[]> => {
  const drawing = (await file.drawing(ELEMENTS))?.unjudged ?? null
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
  ((await file.drawing(ELEMENTS))?.elements ?? [])
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
