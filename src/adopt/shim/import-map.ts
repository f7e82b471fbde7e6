import { applyEdits as applyJsonEdits, modify } from 'jsonc-parser'
import { extensionOf } from '../../platform/file-types.js'
import { fieldsOf, jsonObject } from '../../platform/plain-objects.js'
import { SHIM_FILE_NAME } from '../../shim/part-names.js'
import type { ShimContents } from '../../shim/shim-file.js'
import type { Edit } from '../edits.js'
import { relativePath } from '../game-paths.js'
import { isImportMap } from '../pages/import-map-edits.js'
import { attributeOf, contentOf, elementsOfPage, extentOf } from '../pages/page-elements.js'
import type { AdoptedFile } from '../selection.js'
import { utf8Text } from '../text-of.js'

/** New paths of renamed files by their old ones. */
type Renamed = ShimContents['renamed']

/** An `import()` of more than one text: the name is put together. */
const COMPOSED_IMPORT = /\bimport\s*\(\s*(?!\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`$]*`)\s*[,)])/

/** The renamed modules that a script may import by a name that it composes, which no wrapper hears of. */
export const composedImports = (files: readonly AdoptedFile[], renamed: Renamed): Renamed => {
  const modules = Object.entries(renamed).filter(([, path]) =>
    ['js', 'mjs', 'json'].includes(extensionOf(path) ?? ''),
  )
  if (modules.length === 0) return {}
  const composes = files.some(
    ({ path, bytes }) =>
      ['js', 'mjs', 'html', 'htm'].includes(extensionOf(path) ?? '') && COMPOSED_IMPORT.test(utf8Text(bytes)),
  )
  return composes ? Object.fromEntries(modules) : {}
}

/**
 * An import map that finds renamed modules by their old names: added to the page's own, or right after the shim, on its
 * line. None where the page does not load the shim.
 * @param path the page's, in the bundle
 */
export const importMapEdits = (text: string, path: string, modules: Renamed): readonly Edit[] => {
  const names = Object.entries(modules).map(
    ([from, to]) =>
      [
        `./${relativePath(path, from).replace(/[%#?]/g, encodeURIComponent)}`,
        `./${relativePath(path, to)}`,
      ] as const,
  )
  if (names.length === 0) return []
  const scripts = elementsOfPage(text).filter(({ tagName }) => tagName === 'script')
  const change = (from: string | null, to: string) =>
    ({ kind: 'address', from, to, why: 'import() finds renamed modules by their old names' }) as const
  const own = scripts.find(isImportMap)
  const content = own === undefined ? null : contentOf(text, own)
  if (content !== null) {
    // Names that the page gives itself are its own.
    const given = fieldsOf(jsonObject(content.text)['imports'])
    let json = content.text
    for (const [from, to] of names)
      if (!(from in given))
        json = applyJsonEdits(
          json,
          modify(json, ['imports', from], to, { formattingOptions: { insertSpaces: true, tabSize: 2 } }),
        )
    const { start } = content
    return json === content.text
      ? []
      : [
          {
            start,
            end: start + content.text.length,
            text: inScript(json),
            change: change(null, 'an import map'),
          },
        ]
  }
  const shim = scripts.find((script) =>
    new RegExp(`(?:^|/)${SHIM_FILE_NAME.replace('.', '\\.')}$`).test(attributeOf(script, 'src') ?? ''),
  )
  if (shim === undefined) return []
  const { end } = extentOf(shim)
  const map = JSON.stringify({ imports: Object.fromEntries(names) })
  const element = `<script type="importmap">${inScript(map)}</script>`
  return [{ start: end, end, text: element, change: change(null, element) }]
}

/** JSON that does not end the element that it is in. */
const inScript = (json: string): string => json.replaceAll('</', '<\\/')
