import { partsIn, SHIM_PARTS, type ShimPartName } from '../shim/part-names.js'
import type { FileSummary } from './facts/file-summary.js'
import { scriptsOfPage } from './facts/modules/module-graph.js'

/** The parts of the browser shim by the files that they are in: its own file, or a script that it was bundled into. */
type Shims = ReadonlyMap<string, readonly ShimPartName[]>

/** The parts of the shim in a file; null where it is not in it. */
export const shimIn = ({
  isScript,
  text,
}: {
  readonly isScript: boolean
  readonly text: string | null
}): readonly ShimPartName[] | null => (isScript && text !== null ? partsIn(text) : null)

/** What the browser shim supplies to the scripts of each file. */
export class ShimSupply {
  readonly #summaries: ReadonlyMap<string, FileSummary>
  readonly #shims: Shims
  readonly #entry: unknown
  readonly #known = new Map<string, ReadonlySet<ShimPartName>>()

  /** @param entry the entry page's path, as the manifest has it */
  constructor(summaries: ReadonlyMap<string, FileSummary>, shims: Shims, entry: unknown) {
    this.#summaries = summaries
    this.#shims = shims
    this.#entry = entry
  }

  /**
   * How much of an API a part supplies to the scripts of a file: `limited` where it answers, and does less than a
   * browser's own.
   */
  of(file: string | null, part: ShimPartName | null): 'all' | 'limited' | 'nothing' {
    if (file === null || part === null || this.#shims.size === 0) return 'nothing'
    const known = this.#known.get(file) ?? this.#partsFor(file)
    this.#known.set(file, known)
    if (!known.has(part)) return 'nothing'
    return 'limited' in SHIM_PARTS[part] ? 'limited' : 'all'
  }

  #partsFor(file: string): ReadonlySet<ShimPartName> {
    const own = this.#shims.get(file)
    if (own !== undefined) return new Set(own)
    const summary = this.#summaries.get(file)
    if (summary !== undefined && summary.scripts !== null) return this.#partsOfPage(summary, null)
    const pages = [...this.#summaries.values()].filter((page) =>
      (page.scripts ?? []).some(({ path }) => path === file),
    )
    // What no page loads by an element of its own is loaded by the scripts of the entry page.
    const entry = typeof this.#entry === 'string' ? this.#summaries.get(this.#entry) : undefined
    const supplied =
      pages.length > 0
        ? pages.map((page) => this.#partsOfPage(page, file))
        : entry === undefined
          ? []
          : [this.#partsOfPage(entry, null)]
    const [first = new Set<ShimPartName>(), ...more] = supplied
    return new Set([...first].filter((part) => more.every((parts) => parts.has(part))))
  }

  /** The parts that a page loads, before one of its scripts where one is named. */
  #partsOfPage(page: FileSummary, before: string | null): ReadonlySet<ShimPartName> {
    const scripts = scriptsOfPage(page)
    const end = before === null ? -1 : scripts.findIndex(({ path }) => path === before)
    const ahead = end === -1 ? scripts : scripts.slice(0, end)
    return new Set(ahead.flatMap(({ path }) => (path === null ? [] : (this.#shims.get(path) ?? []))))
  }
}
