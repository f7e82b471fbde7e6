import { type Bundle, BundleReadError } from '../bundle/bundle.js'
import { LineIndex } from '../check/facts/text/position.js'
import { destinationOf } from '../check/facts/text/url.js'
import { inspect } from '../check/inspect.js'
import type { Impact } from '../check/problem.js'
import { PAGE_URL_RULES } from '../check/rules/html/urls.js'
import { ruleSetOf } from '../check/rules/index.js'
import { attributeOf, elementsOfPage } from './pages/page-elements.js'
import type { GameFiles } from './selection.js'
import { textAt } from './text-of.js'

/** What a game is without a script of another host that it can start without, by its address. */
export type SpareScripts = ReadonlyMap<string, Impact>

/** The scripts of other hosts that the entry page loads and that the game starts without, as `check` judges it. */
export const spareScripts = async (
  files: GameFiles,
  kept: readonly string[],
  entry: string,
): Promise<SpareScripts> => {
  const text = textAt(files, entry)
  const remote = elementsOfPage(text).flatMap((element) => {
    const url = element.tagName === 'script' ? attributeOf(element, 'src') : undefined
    const offset = element.sourceCodeLocation?.attrs?.['src']?.startOffset
    return url !== undefined && offset !== undefined && destinationOf(url) === 'web' ? [{ url, offset }] : []
  })
  if (remote.length === 0) return new Map()
  const { result } = await inspect(
    bundleOf(files, kept, entry),
    {},
    { ruleSet: ruleSetOf(PAGE_URL_RULES.filter(({ id }) => id === 'html/remote-url')) },
  )
  const lines = new LineIndex(text)
  return new Map(
    remote.flatMap(({ url, offset }) => {
      const place = lines.place(offset)
      const problem = result.problems.find(
        ({ file, line, column }) => file === entry && line === place.line && column === place.column,
      )
      return problem?.impact == null || problem.impact === 'breaks' ? [] : [[url, problem.impact]]
    }),
  )
}

/** The files that are taken along, as a bundle. */
const bundleOf = (files: GameFiles, kept: readonly string[], entry: string): Bundle => {
  const manifest = Buffer.from(JSON.stringify({ entry }))
  const contents = new Map([
    ...kept.map((path) => [path, files.get(path) ?? new Uint8Array()] as const),
    ['manifest.json', manifest] as const,
  ])
  return {
    kind: 'folder',
    path: '',
    files: [...contents].map(([path, { length }]) => ({ path, bytes: length, compressedBytes: null })),
    leftOut: [],
    faults: [],
    zipBytes: null,
    read: async (path) => {
      const bytes = contents.get(path)
      if (bytes === undefined) throw new BundleReadError(path, 'it is not in the game')
      return bytes
    },
    close: async () => {},
  }
}
