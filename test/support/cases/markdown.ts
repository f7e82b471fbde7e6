import { posix } from 'node:path'

/** The Markdown without its code blocks. */
const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '')

/** A relative link: the file from the top of the repository, and the anchor in it, if any. */
export interface DocumentLink {
  readonly file: string
  readonly anchor: string | null
}

/**
 * The relative links of a document, pictures included. Links to other sites are left out.
 * @param path the document, from the top of the repository
 */
export const linksIn = (path: string, markdown: string): readonly DocumentLink[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [file = '', anchor = null] = target.split('#')
    return [{ file: file === '' ? path : posix.join(posix.dirname(path), file), anchor }]
  })

/** The files that a document links to, from the top of the repository. */
export const linkedFiles = (path: string, markdown: string): readonly string[] => [
  ...new Set(linksIn(path, markdown).map(({ file }) => file)),
]

/** The anchors that GitHub gives the headings of a document. */
export const anchorsIn = (markdown: string): ReadonlySet<string> =>
  new Set(
    [...withoutCode(markdown).matchAll(/^#+ +(.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** The texts in backticks, outside code blocks. */
export const codeIn = (markdown: string): readonly string[] =>
  [...withoutCode(markdown).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
