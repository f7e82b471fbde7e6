import { attribute } from '../../facts/html-element.js'
import type { FileRule } from '../../rule.js'

export const fileInput: FileRule = {
  id: 'html/file-input',
  level: 'warning',
  section: '2.10',
  breach: 'A page has a file input.',
  why: 'File inputs do not work in the sandbox.',
  mend: 'Let the person pick with `Service.pickImage` or `Service.pickVideo`.',
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const html = await file.html()
    if (html === null) return []
    return html.named
      .filter((element) => element.name === 'input' && attribute(element, 'type')?.toLowerCase() === 'file')
      .map(({ place }) => ({
        file: file.path,
        ...place,
        message: 'An <input type="file"> does not work in a mini app.',
        fix: 'Use Service.pickImage or Service.pickVideo.',
      }))
  },
}
