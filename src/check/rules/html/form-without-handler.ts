import { attribute } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { page: { elements: ['form', 'script'], attributes: ['onsubmit'] } }

export const formWithoutHandler: FileRule = {
  id: 'html/form-without-handler',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A form would be submitted to a URL.',
  why: 'Submitting a form to a URL does not work. Handle the event and prevent the default instead.',
  remedy: 'Handle the submit event, and call preventDefault().',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    // A script anywhere in the page may handle the event: only a page without one surely does not.
    const forms = elements.filter(
      (element) => element.name === 'form' && attribute(element, 'method')?.toLowerCase() !== 'dialog',
    )
    if (
      forms.length === 0 ||
      elements.some(
        ({ name, attributes }) => name === 'script' || attributes.some(({ name }) => name === 'onsubmit'),
      )
    )
      return []
    return forms.map(({ place }) => ({
      file: file.path,
      ...place,
      message: 'Nothing handles the submit event of this <form>, and submitting it to a URL does not work.',
    }))
  },
}
