import { type Bundle, type BundleFault, BundleReadError } from '../../../src/bundle/bundle.js'
import { comparePaths } from '../../../src/bundle/paths.js'

/** A bundle in memory, for tests of what is above folders and zips. */
export const memoryBundle = (
  files: Readonly<Record<string, string | Uint8Array>>,
  options: { readonly kind?: 'folder' | 'zip'; readonly faults?: readonly BundleFault[] } = {},
): Bundle => {
  const contents = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  )
  const kind = options.kind ?? 'folder'
  return {
    kind,
    path: 'app',
    files: [...contents]
      .map(([path, { length }]) => ({
        path,
        bytes: length,
        compressedBytes: kind === 'zip' ? length : null,
      }))
      .sort((a, b) => comparePaths(a.path, b.path)),
    leftOut: [],
    faults: options.faults ?? [],
    zipBytes: kind === 'zip' ? [...contents.values()].reduce((sum, { length }) => sum + length, 0) : null,
    read: async (path) => {
      const bytes = contents.get(path)
      if (bytes === undefined) throw new BundleReadError(path, 'it is not in the bundle')
      return bytes
    },
    close: async () => {},
  }
}
