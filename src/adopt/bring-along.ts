import { type Missing, PACKAGE_SCHEME } from './addresses.js'
import { type AdoptedFiles, adoptFiles } from './adopt-files.js'
import type { Recognized } from './engines/engine.js'
import { localCopies } from './local-copies.js'
import type { GivenName } from './new-names.js'
import type { Outside } from './outside.js'
import type { GameFiles } from './selection.js'
import { spareScripts } from './spare-scripts.js'

/** A file that is named and was not found anywhere. */
export interface StillMissing extends Missing {
  /** How the person gets it; null where nothing is known of it. */
  readonly remedy: string | null
  /** The packages of npm that have it: `jquery@1.11.0`. */
  readonly packages: readonly string[]
}

const UNKNOWN = { remedy: null, packages: [] } as const

/** A module names another, which names a third: a library has no longer chain than this. */
const MAX_ROUNDS = 12

/**
 * Makes a game's files those of a mini app, with what they name outside their folder.
 * @param kept the paths of the files that are taken along
 * @param entry the entry page's path, one of them
 * @param given the new names that the engine of the game asks for
 * @param leaves the files that stay behind, each with the reason
 * @param keeps the addresses of the elements that stay in any case
 * @param engine what the game was made with
 */
export const bringAlong = async (
  files: GameFiles,
  kept: readonly string[],
  entry: string,
  outside: Pick<Outside, 'find'>,
  given: ReadonlyMap<string, GivenName> = new Map(),
  leaves: ReadonlyMap<string, string> = new Map(),
  keeps: ReadonlySet<string> = new Set(),
  engine: Recognized | null = null,
): Promise<Omit<AdoptedFiles, 'missing'> & { readonly missing: readonly StillMissing[] }> => {
  const all = new Map(files)
  const brought = new Map(localCopies(files, kept))
  let spare = await spareScripts(files, kept, entry)
  const remedies = new Map<string, Pick<StillMissing, 'remedy' | 'packages'>>()
  for (let round = 1; ; round++) {
    const paths = [...new Set([...kept, ...brought.values()])]
    const adopted = adoptFiles(all, paths, entry, brought, given, leaves, keeps, engine, spare)
    let found = false
    for (const one of adopted.missing) {
      const key = one.path ?? one.url
      if (remedies.has(key)) continue
      const sought = await outside.find(one)
      remedies.set(key, sought !== null && 'remedy' in sought ? sought : UNKNOWN)
      if (sought === null || 'remedy' in sought) continue
      all.set(sought.path, sought.bytes)
      brought.set(key, sought.path)
      found = true
    }
    if (found && round < MAX_ROUNDS) continue
    // What was brought may define the names that another script was needed for.
    const now = new Map(adopted.files.map(({ path, bytes }) => [path, bytes]))
    const left = brought.size === 0 ? spare : await spareScripts(now, [...now.keys()], adopted.entry)
    if ([...left.keys()].some((url) => !spare.has(url))) {
      spare = new Map([...left, ...spare])
      continue
    }
    return {
      ...adopted,
      // A package that lacks another may not need it: it is reported where it does not run.
      missing: adopted.missing
        .filter(({ url }) => !url.startsWith(PACKAGE_SCHEME))
        .map((one) => ({ ...one, ...(remedies.get(one.path ?? one.url) ?? UNKNOWN) })),
    }
  }
}
