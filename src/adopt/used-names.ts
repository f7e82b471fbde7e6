import { isHandler } from '../check/facts/html/element.js'
import { extensionOf } from '../platform/file-types.js'
import { contentOf, elementsOfPage } from './pages/page-elements.js'
import { snippetOf } from './trackers.js'

/**
 * Tells whether a script of a game has a name in it; the snippets of counters do not count, for they go.
 * @param texts the texts of the game's files, by path
 */
export const usedNames = (texts: ReadonlyMap<string, string>): ((name: string) => boolean) => {
  let scripts: readonly string[] | undefined
  return (name) => {
    scripts ??= [...texts].flatMap(([path, text]) => scriptsIn(path, text))
    const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)
    return scripts.some((script) => word.test(script))
  }
}

const scriptsIn = (path: string, text: string): readonly string[] => {
  const extension = extensionOf(path)
  if (extension === 'js' || extension === 'mjs') return [text]
  if (extension !== 'html' && extension !== 'htm') return []
  return elementsOfPage(text).flatMap((element) => {
    const handlers = element.attrs.filter(({ name }) => isHandler(name)).map(({ value }) => value)
    const content = element.tagName === 'script' ? (contentOf(text, element)?.text ?? '') : ''
    return content === '' || snippetOf(content, () => false) !== null ? handlers : [...handlers, content]
  })
}
