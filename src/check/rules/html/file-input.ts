import { attribute } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { page: { elements: ['input'] } }

export const fileInput: FileRule = {
  id: 'html/file-input',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A page has a file input.',
  why: 'File inputs do not work in the sandbox.',
  remedy: 'Use `Service.pickImage` or `Service.pickVideo`.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    return elements
      .filter((element) => element.name === 'input' && attribute(element, 'type')?.toLowerCase() === 'file')
      .map(({ place }) => ({
        file: file.path,
        ...place,
        message: 'An <input type="file"> does not work in a mini app.',
      }))
  },
}
