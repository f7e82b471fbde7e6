import { visit } from 'jsonc-parser'
import { fileName } from '../check/facts/bundle/paths.js'
import { cssLinks } from '../check/facts/css/read.js'
import { isHandler } from '../check/facts/html/element.js'
import { stringOf } from '../check/facts/script/node.js'
import { walk } from '../check/facts/script/walk.js'
import { extensionOf } from '../platform/file-types.js'
import { isLicence } from './new-names.js'
import { contentOf, elementsOfPage, scriptKindOf } from './pages/page-elements.js'
import { isJsonText, parseProgram, type ScriptKind } from './scripts/parse-program.js'
import { textOf } from './text-of.js'
import { endingFor } from './unserved.js'

/**
 * The texts by which a file of a game can name others: attributes of a page, strings of a script, values of data, URLs of
 * CSS, and the names of files in other texts: XML, lists, atlases, scenarios. What people read names nothing: documents,
 * licenses, source maps, comments, and the words of a page.
 */
export const namesIn = (path: string, bytes: Uint8Array): readonly string[] => {
  const text = (): string => textOf(bytes).text
  switch (extensionOf(path)) {
    case 'html':
    case 'htm':
    case 'svg':
      return inPage(text())
    case 'js':
      return isJsonText(text()) ? inJson(text()) : inScript(text(), 'script')
    case 'mjs':
      return inScript(text(), 'module')
    case 'json':
    case 'gltf':
      return inJson(text())
    case 'css':
      return inCss(text())
    case 'map':
      return []
    case 'txt':
    case 'csv':
    case null:
      return isForPeople(path) || endingFor(bytes) !== 'txt' ? [] : inText(text())
    default:
      return []
  }
}

/** What people read beside a game: it may name any file, and needs none. */
const isForPeople = (path: string): boolean =>
  isLicence(path) ||
  DOCUMENT.test(path) ||
  /(?:^|[./_-])(?:read_?me|changes|change_?log|credits|authors|licen[cs]es?|copying|notice|todo|robots|humans|security)(?:[./_-]|$)/i.test(
    fileName(path),
  )

/** What lies in a folder beside an export, and that no engine loads. */
export const BESIDE =
  /(?:^|\/)(?:readme|changelog|license|licence|copying)(?:\.\w+)?$|\.(?:7z|apk|bat|c3p|capx|cmd|cs|csproj|exe|htaccess|ini\.bak|log|md|p8|ps1|psd|py|rar|sh|sln|tar|ts|tsx|twee|tws|xcf|yml|yaml|zip)$/i

const DOCUMENT = /\.(?:md|markdown|rst|adoc|textile|rtf)$/i

/** The words and the quoted texts of a text that end as a file's name does. */
const inText = (text: string): readonly string[] => [
  ...quoted(text),
  ...[...text.matchAll(/[^\s"'`<>=,;|*()[\]{}]{1,200}\.[A-Za-z0-9]{1,12}(?![\w.])/g)].map(([name]) => name),
]

const inPage = (page: string): readonly string[] =>
  elementsOfPage(page).flatMap((element) => {
    const attributes = element.attrs.flatMap(({ name, value }) =>
      isHandler(name)
        ? inScript(value, 'handler')
        : name === 'style'
          ? inCss(value)
          : name === 'href'
            ? // As an address, even where it is one word.
              [value, `./${value}`]
            : [value],
    )
    const content = contentOf(page, element)?.text ?? ''
    if (element.tagName === 'style') return [...attributes, ...inCss(content)]
    if (element.tagName !== 'script' || content === '') return attributes
    const kind = scriptKindOf(element)
    // Templates and import maps: everything in quotes.
    return [...attributes, ...(kind === null ? quoted(content) : inScript(content, kind))]
  })

const inCss = (css: string): readonly string[] => cssLinks(css).map(({ url }) => url)

const inScript = (script: string, kind: ScriptKind): readonly string[] => {
  const program = parseProgram(script, kind)
  if (program === null) return quoted(script)
  const names: string[] = []
  walk(program, (node) => {
    const text = stringOf(node)
    if (text !== null) names.push(text)
    else if (node.type === 'TemplateElement') {
      const value = node['value']
      if (
        typeof value === 'object' &&
        value !== null &&
        'cooked' in value &&
        typeof value.cooked === 'string'
      )
        names.push(value.cooked)
    }
  })
  return names
}

const inJson = (json: string): readonly string[] => {
  const names: string[] = []
  visit(json, {
    onObjectProperty: (name) => {
      names.push(name)
    },
    onLiteralValue: (value: unknown) => {
      if (typeof value === 'string') names.push(value)
    },
  })
  return names
}

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/(["'`])((?:(?!\1)[^\\\n]){1,500})\1/g)].map(([, , inside = '']) => inside)

/** Whether one of the texts names a file: as its whole path, or the end of it, or in a list of names. */
export const isNamed = (path: string, names: readonly string[]): boolean => {
  const name = fileName(path)
  // A word like any other names a file only with its folder, and a document only where it is the whole text.
  if (!name.includes('.')) return names.some((text) => text.endsWith(`/${name}`))
  const isDocument = DOCUMENT.test(name)
  // `name + '.fnt'`: a script puts the names of such files together.
  const [ending] = /(?<=.)\.[^.]+$/.exec(name) ?? []
  if (ending !== undefined && !isDocument && !BESIDE.test(name) && names.includes(ending)) return true
  const escaped = [name, encodeURIComponent(name), encodeURI(name)]
  return names.some((text) =>
    escaped.some((one) => {
      const plain = text.replace(/[?#].*$/, '')
      if (plain === one || plain.endsWith(`/${one}`)) return true
      if (isDocument || !text.includes(one)) return false
      return text.split(/[\s,;:|"'`()]+/).some((part) => part === one || part.endsWith(`/${one}`))
    }),
  )
}
