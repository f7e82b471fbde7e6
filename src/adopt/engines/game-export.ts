import { resolvePath } from '../../check/facts/bundle/paths.js'
import { extensionOf } from '../../platform/file-types.js'
import { folderOf } from '../game-paths.js'
import { BESIDE } from '../mentions.js'
import { attributeOf, contentOf, type Element, elementsOfPage, scriptKindOf } from '../pages/page-elements.js'
import type { GameFiles } from '../selection.js'
import { visibleFiles } from '../selection.js'
import { textAt } from '../text-of.js'

/** A script of a game. */
export interface GameScript {
  /** Null for one that stands in the page. */
  readonly path: string | null
  readonly text: string
}

/** The folder of a game as it is read for signs of its engine; each file is decoded once. */
export class GameExport {
  readonly files: GameFiles
  /** The page that is opened. */
  readonly entry: string
  /** All files that are not hidden. */
  readonly paths: readonly string[]
  /** The entry page's folder with a slash behind it; empty at the top. */
  readonly folder: string
  readonly page: string
  readonly elements: readonly Element[]
  readonly #texts = new Map<string, string>()
  #scripts: readonly GameScript[] | undefined

  constructor(files: GameFiles, entry: string) {
    this.files = files
    this.entry = entry
    this.paths = visibleFiles(files)
    this.folder = folderOf(entry)
    this.page = this.text(entry)
    this.elements = elementsOfPage(this.page)
  }

  /** A file's text; empty where there is none. */
  text(path: string): string {
    const text = this.#texts.get(path) ?? textAt(this.files, path)
    this.#texts.set(path, text)
    return text
  }

  /** The files below the entry page's folder that a pattern matches, by their paths from there. */
  named(pattern: RegExp): readonly string[] {
    return this.paths.filter((path) => this.isInside(path) && pattern.test(path.slice(this.folder.length)))
  }

  /** Whether there is such a file. */
  has(pattern: RegExp): boolean {
    return this.named(pattern).length > 0
  }

  /** The files that stay behind, all for the same reason. */
  leaving(pattern: RegExp, why: string): ReadonlyMap<string, string> {
    return new Map(this.named(pattern).map((path) => [path, why]))
  }

  isInside(path: string): boolean {
    return path.startsWith(this.folder)
  }

  /** The scripts of the page, and every script file beside it: engines load some by names that they compose. */
  get scripts(): readonly GameScript[] {
    this.#scripts ??= [
      ...this.elements.flatMap((element): readonly GameScript[] => {
        if (element.tagName !== 'script' || scriptKindOf(element) === null) return []
        const text = contentOf(this.page, element)?.text ?? ''
        return text.trim() === '' ? [] : [{ path: null, text }]
      }),
      ...this.paths
        .filter((path) => this.isInside(path) && ['js', 'mjs'].includes(extensionOf(path) ?? ''))
        .map((path) => ({ path, text: this.text(path) })),
    ]
    return this.#scripts
  }

  /** The files that the page's script elements load. */
  get pageScripts(): readonly string[] {
    return this.elements.flatMap((element) => {
      const source = element.tagName === 'script' ? attributeOf(element, 'src') : undefined
      const path = source === undefined ? null : resolvePath(this.entry, source.replace(/^\//, './'))
      return path !== null && this.files.has(path) ? [path] : []
    })
  }

  /** Whether any script has a text in it. */
  says(pattern: RegExp): boolean {
    return this.scripts.some(({ text }) => pattern.test(text))
  }

  /** What the first group of a pattern holds where a script first matches it; null where none does. */
  said(pattern: RegExp): string | null {
    for (const { text } of this.scripts) {
      const found = pattern.exec(text)?.[1]
      if (found !== undefined) return found
    }
    return null
  }

  /** Whether the page has an element with this `id`. */
  hasId(id: string): boolean {
    return this.elements.some((element) => attributeOf(element, 'id') === id)
  }

  /** What the page says made it. */
  get generator(): string {
    const meta = this.elements.find(
      (element) =>
        element.tagName === 'meta' && attributeOf(element, 'name')?.trim().toLowerCase() === 'generator',
    )
    return meta === undefined ? '' : (attributeOf(meta, 'content') ?? '')
  }
}

/** Whether at least two of several signs are there: any one of them a person may have renamed or cut out. */
export const twoOf = (...signs: readonly (boolean | (() => boolean))[]): boolean => {
  let count = 0
  for (const sign of signs) {
    if (typeof sign === 'boolean' ? sign : sign()) count += 1
    if (count === 2) return true
  }
  return false
}

/** What an exporter wrote beside the page: all that is in its folder, other than what people put there. */
export const allBesidePage =
  (game: GameExport) =>
  (path: string): boolean =>
    game.isInside(path) && !BESIDE.test(path)
