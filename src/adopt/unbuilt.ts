import { fileName, resolvePath } from '../check/facts/paths.js'
import { LineIndex } from '../check/facts/position.js'
import { entryCandidates } from './hints.js'
import { requiredModule } from './node-scripts.js'
import { attributeOf, elementsOfPage } from './page-elements.js'
import type { GameFiles } from './selection.js'
import { textOf } from './text-of.js'

/** Something that a person should know of the game before they go on. */
export interface Note {
  readonly file: string
  /** From 1, in the game's own file. */
  readonly line: number | null
  readonly message: string
}

/**
 * What shows that a page is the source of a game and not what its build writes: scripts in languages that no browser
 * reads, and modules that only a bundler finds.
 * @param entry the entry page's path
 * @param from the game's folder as the person gave it
 */
export const unbuiltNotes = (files: GameFiles, entry: string, from: string): readonly Note[] => {
  const page = textOf(files.get(entry) ?? new Uint8Array()).text
  const lines = new LineIndex(page)
  const notes: Note[] = []
  for (const element of elementsOfPage(page)) {
    const source = element.tagName === 'script' ? attributeOf(element, 'src') : undefined
    if (source === undefined) continue
    const line = lines.place(element.sourceCodeLocation?.startOffset ?? 0).line
    const language = /\.(?:tsx?|mts|jsx|vue|svelte|coffee)$/i.exec(source.replace(/[?#].*$/, ''))?.[0]
    if (language !== undefined)
      notes.push({
        file: entry,
        line,
        message: `${source} is no script that a browser runs: it has to be built.`,
      })
    const path = resolvePath(entry, source)
    const bytes = path === null ? undefined : files.get(path)
    if (path === null || bytes === undefined || attributeOf(element, 'type') === 'module') continue
    const script = textOf(bytes).text
    const required = requiredModule(script)
    if (required !== null)
      notes.push({
        file: path,
        line: new LineIndex(script).place(required.offset).line,
        message: 'It calls require(), which no browser has: it has to be built by a bundler.',
      })
  }
  if (notes.length === 0) return []
  const built = entryCandidates([...files.keys()]).find((one) => BUILT.test(one) && one !== entry)
  const folder = built?.slice(0, -fileName(built).length - 1)
  return [
    ...notes,
    {
      file: built ?? entry,
      line: null,
      message:
        folder === undefined
          ? 'This is the source of the game. Build it, and adopt the folder that the build writes.'
          : `This is the source of the game; adopt what its build wrote: --from ${from}/${folder}`,
    },
  ]
}

/** Where builds write what they make. */
const BUILT = /^(?:dist|build|out|public|www|docs|release)\/(?:[^/]+\/)?index\.html?$/i
