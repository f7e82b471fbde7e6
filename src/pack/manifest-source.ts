import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { projectOf } from '../bundle/package-settings.js'
import { MANIFEST_PATH } from '../check/facts/manifest/manifest.js'
import { cannot, Failure, nullIfNoPath } from '../failure.js'

/** Where bundlers take files from that they copy as they are; the first is Vite's. */
const SOURCE_FOLDERS = ['public', 'static', 'src', 'assets', 'app', '.'] as const

/**
 * The manifest from which a build writes the one that is packed, so that a version raised in both outlasts the next
 * build. Null where no build writes the folder: its manifest is the only one.
 * @param folder the bundle's, as the person would write it
 * @param manifest the bytes of the manifest in it
 * @returns the path, in the manner of `folder`
 * @throws {Failure} `refused` where a build writes the folder and it is not certain from which file
 */
export const manifestSource = async (
  folder: string,
  manifest: Uint8Array,
  cwd: string,
): Promise<string | null> => {
  const built = await projectOf(folder, cwd)
  const project = built ?? dirname(resolve(cwd, folder))
  const found: string[] = []
  // Beside a folder that no package.json names, Vite's own is the one sign of a build.
  for (const place of built === null ? SOURCE_FOLDERS.slice(0, 1) : SOURCE_FOLDERS) {
    const path = join(project, place, MANIFEST_PATH)
    const bytes = path === resolve(cwd, folder, MANIFEST_PATH) ? null : await readIfThere(path)
    if (bytes !== null && isMiniAppManifest(bytes)) found.push(path)
    if (bytes?.equals(manifest) === true) return shown(path, folder, cwd)
  }
  if (built === null) return null
  const packed = join(folder, MANIFEST_PATH)
  const [first] = found
  throw first === undefined
    ? new Failure(
        'refused',
        `${packed} is written by your build, and --bump cannot find its source: the next build would lower the version again.`,
        'Raise the version in the manifest that your build copies, build, and pack without --bump.',
      )
    : new Failure(
        'refused',
        `${packed} differs from ${shown(first, folder, cwd)}, so --bump cannot tell whether it is built from that file.`,
        'Build the app again, then pack it with --bump.',
      )
}

const isMiniAppManifest = (bytes: Buffer): boolean => bytes.includes('"service_miniapp"')

const readIfThere = (path: string): Promise<Buffer | null> =>
  readFile(path).catch(nullIfNoPath).catch(cannot('read', path))

/** A path written as the person wrote the folder's: from where they are, or in full. */
const shown = (path: string, folder: string, cwd: string): string =>
  resolve(folder) === folder ? path : relative(cwd, path)
