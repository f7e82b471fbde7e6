import { attribute } from '../../facts/html-element.js'
import type { FileRule } from '../../rule.js'

export const formWithoutHandler: FileRule = {
  id: 'html/form-without-handler',
  level: 'warning',
  section: '2.10',
  breach: 'A form would be submitted to a URL.',
  why: 'Submitting a form to a URL does not work; a handler that prevents the default does.',
  mend: 'Handle the submit event, and call preventDefault().',
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const html = await file.html()
    if (html === null) return []
    // A script anywhere in the page may handle the event: only a page without one surely does not.
    const forms = html.named.filter(
      (element) => element.name === 'form' && attribute(element, 'method')?.toLowerCase() !== 'dialog',
    )
    if (
      forms.length === 0 ||
      html.elements.some(
        ({ name, attributes }) => name === 'script' || attributes.some(({ name }) => name === 'onsubmit'),
      )
    )
      return []
    return forms.map(({ place }) => ({
      file: file.path,
      ...place,
      message: 'Nothing handles the submit event of this <form>, and submitting it to a URL does not work.',
      fix: 'Handle its submit event, and call preventDefault().',
    }))
  },
}
