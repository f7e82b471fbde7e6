import { extensionOf } from '../../../platform/file-types.js'
import { resolvePath } from '../../facts/bundle/paths.js'
import { attribute, type HtmlElement, scriptKind } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { page: { elements: ['script', 'link'] } }

export const codeOfAnotherType: FileRule = {
  id: 'html/code-of-another-type',
  level: 'warning',
  impact: 'degrades',
  section: '2.9',
  breach: 'A page loads a script that is not a .js or .mjs file, or a stylesheet that is not a .css file.',
  why: 'The extension determines how a file is served, and browsers refuse code that is served as another type.',
  remedy: 'Use the extension of the actual type.',
  needs: [ELEMENTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(ELEMENTS)
    return elements.flatMap((element) => {
      const code = codeOf(element)
      const path = code === null ? null : resolvePath(file.path, code.url)
      const extension = path === null ? null : extensionOf(path)
      if (code === null || path === null || extension === null || code.extensions.includes(extension))
        return []
      return [
        {
          file: file.path,
          ...element.place,
          impact: code.what === 'script' ? 'breaks' : 'degrades',
          message: `The page loads ${path} as a ${code.what}, but it is served as another type.`,
          fix: `Use the extension .${code.extensions[0]}.`,
        },
      ]
    })
  },
}

const codeOf = (
  element: HtmlElement,
): {
  readonly url: string
  readonly what: 'script' | 'stylesheet'
  readonly extensions: readonly string[]
} | null => {
  const kind = element.name === 'script' ? scriptKind(element) : 'other'
  const source = attribute(element, 'src') ?? (element.foreign ? attribute(element, 'href') : undefined)
  if ((kind === 'classic' || kind === 'module') && source !== undefined)
    return { url: source, what: 'script', extensions: ['js', 'mjs'] }
  const words = (attribute(element, 'rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/)
  const href = attribute(element, 'href')
  return element.name === 'link' && !element.foreign && words.includes('stylesheet') && href !== undefined
    ? { url: href, what: 'stylesheet', extensions: ['css'] }
    : null
}
