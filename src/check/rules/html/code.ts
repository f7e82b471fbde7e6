import { extensionOf, isBinaryFile } from '../../../platform/file-types.js'
import { resolvePath } from '../../facts/bundle/paths.js'
import { attribute, type HtmlElement, relOf, scriptKind } from '../../facts/html/element.js'
import { isDataUrl } from '../../facts/text/url.js'
import type { BundleRule, Rule } from '../../rule.js'
import { elementRule } from './element-rule.js'

const isCode = (element: HtmlElement): boolean =>
  element.name === 'script' && ['classic', 'module'].includes(scriptKind(element))

/** The script or stylesheet that an element loads; null where it loads none. */
const codeOf = (
  element: HtmlElement,
): {
  readonly url: string
  readonly what: 'script' | 'stylesheet'
  readonly extensions: readonly string[]
} | null => {
  const href = attribute(element, 'href')
  const source = attribute(element, 'src') ?? (element.foreign ? href : undefined)
  if (isCode(element) && source !== undefined)
    return { url: source, what: 'script', extensions: ['js', 'mjs'] }
  return relOf(element).includes('stylesheet') && href !== undefined
    ? { url: href, what: 'stylesheet', extensions: ['css'] }
    : null
}

/** The URLs that an element takes code from, in any of its attributes. */
const codeUrls = (element: HtmlElement): readonly string[] => {
  if (isCode(element))
    return ['src', ...(element.foreign ? ['href', 'xlink:href'] : [])].flatMap(
      (name) => attribute(element, name) ?? [],
    )
  const words = relOf(element)
  return words.includes('stylesheet') || words.includes('modulepreload')
    ? [attribute(element, 'href') ?? '']
    : []
}

const moduleAsClassic: BundleRule = {
  id: 'html/module-as-classic',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A page loads a script with `import` or `export` without `type="module"`.',
  why: 'The script does not run: only modules can use `import` and `export`.',
  remedy: 'Add `type="module"` to the script element.',
  check: ({ summaries }) =>
    [...summaries.values()].flatMap((page) =>
      (page.scripts ?? [])
        .filter(({ path, module }) => !module && path !== null && summaries.get(path)?.isModule === true)
        .map(({ path, place }) => ({
          file: page.path,
          ...place,
          unloaded: path ?? '',
          message: `${path} uses import or export but is not loaded as a module, so it does not run.`,
        })),
    ),
}

/** How pages load scripts and stylesheets. */
export const PAGE_CODE_RULES: readonly Rule[] = [
  elementRule(
    {
      id: 'html/code-of-another-type',
      level: 'warning',
      impact: 'degrades',
      section: '2.9',
      breach:
        'A page loads a script that is not a .js or .mjs file, or a stylesheet that is not a .css file.',
      why: 'The extension determines how a file is served, and browsers refuse code that is served as another type.',
      remedy: 'Use the extension of the actual type.',
    },
    { elements: ['script', 'link'] },
    (element, file) => {
      const code = codeOf(element)
      const path = code === null ? null : resolvePath(file.path, code.url)
      const extension = path === null ? null : extensionOf(path)
      if (code === null || path === null || extension === null || code.extensions.includes(extension))
        return []
      // Bytes define nothing that the app could miss.
      const isCode = !isBinaryFile(path)
      return [
        {
          ...(code.what === 'script' && isCode ? { impact: 'breaks', unloaded: path } : {}),
          message: `The page loads ${path} as a ${code.what}, but it is served as another type.`,
          fix: isCode
            ? `Use the extension .${code.extensions[0]}.`
            : 'Remove the element: no browser reads such a file as code.',
        },
      ]
    },
  ),
  elementRule(
    {
      id: 'html/data-code',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'A page loads a script or a stylesheet from a `data:` URL.',
      why: 'Scripts and stylesheets must be bundled files or inline. `data:` URLs work only for images, sounds and fonts.',
      remedy: 'Move the code into a file of the bundle, or inline it.',
    },
    { elements: ['script', 'link'] },
    (element) =>
      codeUrls(element).some(isDataUrl)
        ? [
            {
              ...(element.name === 'script' ? { impact: 'breaks', unloaded: '' } : {}),
              message: `The <${element.name}> is loaded from a data: URL, which the page's policy does not allow for ${element.name === 'script' ? 'scripts' : 'stylesheets and scripts'}.`,
            },
          ]
        : [],
  ),
  moduleAsClassic,
]
