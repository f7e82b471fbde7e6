import { resolvePath } from '../check/facts/bundle/paths.js'
import { destinationOf } from '../check/facts/text/url.js'
import { libraryNameOf } from './libraries.js'
import {
  attributeOf,
  baseOf,
  contentOf,
  elementsOfPage,
  isPage,
  scriptKindOf,
} from './pages/page-elements.js'
import type { GameFiles } from './selection.js'
import { textAt } from './text-of.js'

/**
 * The copies of libraries that pages load where the network has none, as in
 * `window.jQuery || document.write('<script src="lib/jquery.js"><\/script>')`. In a mini app the network never has one.
 * @param kept the paths of the files that are taken along
 * @returns the paths of the copies, by the remote addresses that the same pages load first
 */
export const localCopies = (files: GameFiles, kept: readonly string[]): ReadonlyMap<string, string> => {
  const isKept = new Set(kept)
  const found = new Map<string, string>()
  for (const page of kept.filter(isPage)) {
    const text = textAt(files, page)
    // Most pages write no scripts, and need not be parsed for it.
    if (!WRITES.test(text)) continue
    const elements = elementsOfPage(text)
    const base = baseOf(page, elements)
    const scripts = elements.filter(
      (element) => element.tagName === 'script' && scriptKindOf(element) !== null,
    )
    const copies = new Map(
      scripts
        .flatMap((script) => writtenScripts(contentOf(text, script)?.text ?? ''))
        .flatMap((source) => {
          const path = resolvePath(base, source.replace(/^\//, './'))
          return path !== null && isKept.has(path) ? [[libraryNameOf(path), path] as const] : []
        }),
    )
    for (const script of scripts) {
      const source = attributeOf(script, 'src') ?? ''
      const copy = destinationOf(source) === 'web' ? copies.get(libraryNameOf(source)) : undefined
      if (copy !== undefined) found.set(source, copy)
    }
  }
  return found
}

const WRITES = /\bdocument\s*\.\s*write(?:ln)?\s*\(/

/** The sources of the script elements that a script writes; `%3Cscript` is how it was written for `unescape`. */
const writtenScripts = (script: string): readonly string[] => {
  if (!WRITES.test(script)) return []
  const plain = script.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return Array.from(
    plain.matchAll(/<script\b[^>]*?\bsrc\s*=\s*\\?["']?([^"'\\\s>]+)/gi),
    ([, source = '']) => source,
  ).filter((source) => destinationOf(source) !== 'web')
}
