import type { Bundle, BundleFile } from '../bundle/bundle.js'
import { MANIFEST_PATH } from './facts/manifest/manifest.js'
import { inspect } from './inspect.js'
import type { FileOutcome } from './judge-file.js'
import type { CheckOptions } from './options.js'
import type { CheckResult } from './problem.js'

/** A check of one bundle that is done after every save. */
export type IncrementalCheck = (bundle: Bundle, options?: CheckOptions) => Promise<CheckResult>

/** What the last check saw. */
interface Seen {
  readonly manifest: Uint8Array
  readonly paths: string
  readonly files: ReadonlyMap<string, BundleFile>
  readonly outcomes: ReadonlyMap<string, FileOutcome>
}

/**
 * Checks a folder again and again, and looks only into what changed: what was found in the other files is known
 * already, as long as the manifest and the files' names, which rules about files ask for, are the same. Call it with
 * the same options each time; only `strict` and `allow` may differ.
 * @param now milliseconds since 1970, by the clock that files are stamped by
 */
export const incrementalCheck = (now: () => number): IncrementalCheck => {
  let seen: Seen | null = null
  return async (bundle, options = {}) => {
    const began = now()
    const manifest = await manifestOf(bundle)
    // The manifest that is compared is the one that is judged, even if it is saved meanwhile.
    const held: Bundle =
      manifest === null
        ? bundle
        : {
            ...bundle,
            read: async (path, needed, into) =>
              path === MANIFEST_PATH ? manifest : bundle.read(path, needed, into),
          }
    const paths = bundle.files.map(({ path }) => path).join('\0')
    const same =
      seen !== null &&
      manifest !== null &&
      seen.paths === paths &&
      Buffer.compare(seen.manifest, manifest) === 0
    const known = new Map<string, FileOutcome>()
    if (same)
      for (const file of bundle.files) {
        const before = seen?.files.get(file.path)
        const outcome = seen?.outcomes.get(file.path)
        if (before !== undefined && outcome !== undefined && isUnchanged(before, file))
          known.set(file.path, outcome)
      }
    const { result, outcomes } = await inspect(held, options, { known })
    seen =
      manifest === null
        ? null
        : {
            manifest,
            paths,
            files: new Map(
              bundle.files.flatMap((file) => (isSettled(file, began) ? [[file.path, file] as const] : [])),
            ),
            outcomes,
          }
    return result
  }
}

const manifestOf = async (bundle: Bundle): Promise<Uint8Array | null> => {
  if (!bundle.files.some(({ path }) => path === MANIFEST_PATH)) return null
  try {
    return await bundle.read(MANIFEST_PATH)
  } catch {
    // The check itself says why it cannot be read.
    return null
  }
}

const isUnchanged = (before: BundleFile, file: BundleFile): boolean =>
  before.changed !== undefined &&
  before.changed.ms === file.changed?.ms &&
  before.changed.inode === file.changed.inode &&
  before.bytes === file.bytes

/**
 * Whether a file changed so long ago that one more change would have another time: some disks count in steps of
 * two seconds.
 */
const isSettled = ({ changed }: BundleFile, now: number): boolean =>
  changed !== undefined && now - changed.ms > COARSEST_STEP_MS

const COARSEST_STEP_MS = 2_000
