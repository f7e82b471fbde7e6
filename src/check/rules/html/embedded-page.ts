import type { FileRule } from '../../rule.js'

export const embeddedPage: FileRule = {
  id: 'html/embedded-page',
  level: 'error',
  section: '2.8',
  breach: 'A page has an element that embeds another page or a plug-in.',
  why: '`iframe`, `frame`, `frameset`, `object`, `embed` and `portal` are refused, and blocked at run time.',
  mend: 'Show the content in the page itself.',
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const html = await file.html()
    if (html === null) return []
    return html.named
      .filter(({ name, foreign }) => REFUSED.has(name) && !foreign)
      .map(({ name, place }) => ({
        file: file.path,
        ...place,
        message: `The element <${name}> is not allowed.`,
        fix: 'Remove it, and show its content in the page itself.',
      }))
  },
}

const REFUSED: ReadonlySet<string> = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'portal'])
