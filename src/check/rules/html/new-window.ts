import { attribute, type HtmlElement } from '../../facts/html-element.js'
import { leadsOut } from '../../facts/url.js'
import type { FileRule } from '../../rule.js'

export const newWindow: FileRule = {
  id: 'html/new-window',
  level: 'warning',
  section: '2.10',
  breach: 'A link or a form of a page opens in another window.',
  why: 'The sandbox allows no pop-ups and no way to the page around the app: a click does nothing.',
  mend: 'Remove the target, or show the content in the page itself.',
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const html = await file.html()
    if (html === null) return []
    return html.elements.flatMap((element) => {
      const target = targetOf(element)
      if (target === null) return []
      return [
        {
          file: file.path,
          ...element.place,
          message: `The <${element.name}> has the target ${JSON.stringify(target)}: another window, which does not open in a mini app.`,
          fix: 'Remove the target, or show the content in the page itself.',
        },
      ]
    })
  },
}

/** The window that a link or a form opens in; null where that is its own, or it opens nothing that is allowed. */
const targetOf = (element: HtmlElement): string | null => {
  const { name, foreign } = element
  const href = attribute(element, 'href')
  const opens = name === 'form' || ((name === 'a' || name === 'area') && href !== undefined)
  // A link to the internet is refused as it is.
  if (!opens || foreign || leadsOut(href ?? '')) return null
  const target = attribute(element, 'target') ?? ''
  return target === '' || target.toLowerCase() === '_self' ? null : target
}
