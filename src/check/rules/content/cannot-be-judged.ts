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
    'A page or a drawing cannot be judged: it is too large or too deep to be parsed, or has a page in a `srcdoc`.',
  why: 'A browser might load from it what no check has seen.',
  mend: 'Split the page, or let a script make what it repeats; remove a `srcdoc`.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml, extension }) => isHtml || extension === 'svg',
  checkFile: async (file) => [...(await unparsed(file)), ...(await pagesInDrawing(file))],
}

const unparsed = async (file: FileFacts): Promise<readonly Finding[]> => {
  const drawing = (await file.drawing(ELEMENTS))?.unjudged ?? null
  if (drawing !== null) {
    const { reason, line, column } = drawing
    const message = `The drawing cannot be judged: ${reason}.`
    return [{ file: file.path, line, column, message, fix: 'Simplify it, or export it with fewer groups.' }]
  }
  const reason = await file.unjudgedPage()
  if (reason === null) return []
  return [
    {
      file: file.path,
      message: `The page cannot be judged: ${reason}.`,
      fix: 'Split it, or let a script make what it repeats.',
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
          message: 'The drawing cannot be judged: a srcdoc has a page of its own in it.',
          fix: 'Remove it.',
        })),
    )
