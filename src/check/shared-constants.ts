import type { BundleFacts, FileSummary } from './facts/file-summary.js'
import { ImportMap } from './facts/modules/import-map.js'
import { modulesOfPages } from './facts/modules/module-graph.js'
import type { Questions } from './facts/script/constants.js'

/** The constants that the scripts of a page give to each other. */
export class SharedConstants {
  readonly #facts: BundleFacts
  readonly #page: FileSummary
  readonly #map: ImportMap
  readonly #files: ReadonlySet<string>

  constructor(facts: BundleFacts, page: FileSummary) {
    this.#facts = facts
    this.#page = page
    this.#map = new ImportMap(page.path, page.importMaps)
    this.#files = modulesOfPages(facts).find((one) => one.page === page.path)?.scripts ?? new Set<string>()
  }

  /** Whether there is a constant for something that a file's scripts ask. */
  answers(path: string, { exports, globals }: Questions): boolean {
    const { summaries } = this.#facts
    for (const [specifier, names] of exports) {
      const resolved = this.#map.resolve(specifier, path)
      if (resolved.to !== 'path') continue
      const constants = summaries.get(resolved.path)?.constants
      if (/\.json$/i.test(resolved.path) || constants?.has('*') === true) return true
      if ([...names].some((name) => constants?.has(name) === true)) return true
    }
    for (const [other, { constants }] of summaries)
      if (constants.size > 0 && (other !== path || other === this.#page.path) && this.#runs(other))
        for (const name of globals) if (constants.has(name)) return true
    return false
  }

  #runs(path: string): boolean {
    return path === this.#page.path || this.#files.has(path)
  }
}
